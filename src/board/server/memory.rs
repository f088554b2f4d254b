//! What a closed tab leaves behind.

/// Gives memory that was freed back to the system. glibc keeps freed blocks of up to
/// 32 MiB for each of its arenas once such a block has been freed: after 180 tabs with
/// a search each the server kept 300 MB, and 77 MB with this.
pub fn give_back_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes no pointer, may be called by any thread at any time (`MT-Safe`
    // in glibc's manual), and leaves what is in use as it is.
    unsafe {
        libc::malloc_trim(0);
    }
}
