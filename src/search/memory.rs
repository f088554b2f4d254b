//! What is asked of the memory by tables that are looked up everywhere.

use std::alloc::{Layout, handle_alloc_error};

use zerocopy::FromZeros;

/// Bytes of a large page on x86-64, and of the smallest one on most 64-bit ARM.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 1 << 21;

/// A table of zeros. The system hands it out as it is, so that it takes no time, and no
/// memory where nothing is written.
pub fn zeros<T: FromZeros>() -> Box<T> {
    T::new_box_zeroed().unwrap_or_else(|_| handle_alloc_error(Layout::new::<T>()))
}

/// Asks the system for large pages under this memory, where it has such: with
/// 256 MiB the search visits 5 % more nodes a second. Memory that was never written
/// to gets them at once.
pub fn ask_for_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    advise(memory, rustix::mm::Advice::LinuxHugepage);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Asks the system to give this memory now and not bit by bit as it is first written to,
/// which takes time from the first search: on a virtual machine, 64 MiB took all of 40 to
/// 100 ms.
pub fn populate<T: Sync>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    advise(memory, rustix::mm::Advice::LinuxPopulateWrite);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Advises the system about the large pages that lie within this memory.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &[T], advice: rustix::mm::Advice) {
    let start = memory.as_ptr().cast::<u8>();
    let offset = start.align_offset(LARGE_PAGE);
    let Some(length) = size_of_val(memory).checked_sub(offset) else {
        return;
    };
    let aligned = start.wrapping_add(offset).cast_mut();
    // SAFETY: the range lies within `memory`, and neither advice changes what stands
    // there or who may read it, only how and when the system maps it.
    let advised = unsafe { rustix::mm::madvise(aligned.cast(), length, advice) };
    if let Err(error) = advised {
        log::debug!("{advice:?} is not followed: {error}");
    }
}

/// Lets the processor fetch `value` while it has other things to do: 2 % more nodes
/// a second, with large pages. It need not be there.
#[inline]
pub fn prefetch<T>(value: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching is part of every x86-64 processor's instructions, and
        // is a hint that reads nothing into the program and never faults, whatever the
        // address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(value.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_keeps_its_size_and_takes_every_value() {
        for count in [0, 1, 1 << 10, 5 << 18] {
            let mut numbers = vec![0; count];
            ask_for_large_pages(&mut numbers);
            populate(&numbers);
            numbers
                .iter_mut()
                .zip(0..)
                .for_each(|(slot, number)| *slot = number);
            prefetch(&numbers);
            let sum: u64 = numbers.iter().sum();
            let last = count.saturating_sub(1) as u64;
            assert_eq!(sum, last * (last + 1) / 2);
        }
    }
}
