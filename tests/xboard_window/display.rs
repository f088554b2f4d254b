//! A display of its own for each test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// An X server without a screen, which ends with this value.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a server on the first display number that is free.
    pub fn open() -> Display {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1000x800x24"])
            .args(["-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("piped"))
            .read_line(&mut number)
            .expect("Xvfb says its number");
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Display {
            server,
            name: format!(":{}", number.trim()),
        }
    }

    /// A command that uses this display.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name);
        command
    }

    /// Does something with xdotool, and returns what it says.
    pub fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self
            .command("xdotool")
            .args(arguments)
            .output()
            .expect("xdotool starts");
        assert!(
            output.status.success(),
            "xdotool {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // Ended already, or of no more use.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
