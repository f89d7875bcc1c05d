//! A second checker of the kernel of `rropt/certificate/SPEC.md`, written from that page alone.
//!
//! `second_checker < paths` reads a path a line and prints a verdict a line: `accepted`, `rejected` with the condition that
//! fails, `malformed`, `limit` (beyond a limit of section 1.6), or `other` (a claim that is not of the kernel).

mod big;
mod claims;
mod json;
mod numbers;
mod poly;
mod signs;

use std::io::BufRead;

/// Why a text is not accepted.
#[derive(Clone, Debug)]
pub enum Fail {
    Malformed,
    Limit,
    Other,
    Rejected(&'static str),
}

fn verdict(bytes: &[u8]) -> Result<(), Fail> {
    let evidence = claims::certificate(&json::read(bytes)?)?;
    evidence()
}

fn main() {
    std::panic::set_hook(Box::new(|_| {})); // a spent budget is a verdict, nothing to print
    let work = || {
        for line in std::io::stdin().lock().lines() {
            let bytes = std::fs::read(line.expect("paths are UTF-8")).expect("each path is a file");
            big::begin_work();
            let found = std::panic::catch_unwind(|| verdict(&bytes)).unwrap_or(Err(Fail::Limit));
            match found {
                Ok(()) => println!("accepted"),
                Err(Fail::Malformed) => println!("malformed"),
                Err(Fail::Limit) => println!("limit"),
                Err(Fail::Other) => println!("other"),
                Err(Fail::Rejected(condition)) => println!("rejected {condition}"),
            }
        }
    };
    // deeply nested texts need a deep stack
    std::thread::Builder::new().stack_size(1 << 28).spawn(work).expect("a thread starts").join().expect("it ends");
}
