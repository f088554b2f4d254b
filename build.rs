//! Lets the program say which compiler made it (`speedtest`).

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let version = version.unwrap_or_else(|_| "an unknown compiler".to_owned());
    println!("cargo::rustc-env=GALAVERNA_COMPILER={version}");
}
