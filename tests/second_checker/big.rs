//! Integers of any size, and fractions of them.

use std::cell::Cell;
use std::cmp::Ordering;

/// How many products of limbs one text may cost: a second or two.
const MOST_WORK: u64 = 300_000_000;

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// The budget of a new text.
pub fn begin_work() {
    WORK.set(0);
}

/// Ends the text where its budget is spent; `main` turns this panic into the verdict `limit`.
fn spend(products: usize) {
    WORK.set(WORK.get() + products as u64 + 1);
    if WORK.get() > MOST_WORK {
        panic!("the budget is spent");
    }
}

/// Sign and magnitude; limbs of 32 bits, the least first, none of them 0 at the end. Zero has no limbs and is not negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    negative: bool,
    limbs: Vec<u32>,
}

fn trimmed(mut limbs: Vec<u32>) -> Vec<u32> {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}

fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut result = Vec::with_capacity(long.len() + 1);
    let mut carry = 0u64;
    for (i, &x) in long.iter().enumerate() {
        carry += x as u64 + *short.get(i).unwrap_or(&0) as u64;
        result.push(carry as u32);
        carry >>= 32;
    }
    result.push(carry as u32);
    trimmed(result)
}

/// a − b, where a is not smaller.
fn subtract(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut result = Vec::with_capacity(a.len());
    let mut borrow = 0i64;
    for (i, &x) in a.iter().enumerate() {
        let mut digit = x as i64 - *b.get(i).unwrap_or(&0) as i64 - borrow;
        borrow = (digit < 0) as i64;
        digit += borrow << 32;
        result.push(digit as u32);
    }
    trimmed(result)
}

fn multiply(a: &[u32], b: &[u32]) -> Vec<u32> {
    spend(a.len() * b.len());
    let mut result = vec![0u32; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u64;
        for (j, &y) in b.iter().enumerate() {
            let here = x as u64 * y as u64 + result[i + j] as u64 + carry;
            result[i + j] = here as u32;
            carry = here >> 32;
        }
        result[i + b.len()] = carry as u32;
    }
    trimmed(result)
}

fn shift_left(a: &[u32], bits: usize) -> Vec<u32> {
    let mut result = vec![0; bits / 32];
    let small = bits % 32;
    let mut carry = 0u64;
    for &x in a {
        carry |= (x as u64) << small;
        result.push(carry as u32);
        carry >>= 32;
    }
    result.push(carry as u32);
    trimmed(result)
}

fn shift_right(a: &[u32], bits: usize) -> Vec<u32> {
    let (whole, small) = (bits / 32, bits % 32);
    if whole >= a.len() {
        return Vec::new();
    }
    let limb = |i: usize| *a.get(i).unwrap_or(&0) as u64;
    trimmed((whole..a.len()).map(|i| ((limb(i) | limb(i + 1) << 32) >> small) as u32).collect())
}

/// Quotient and remainder, the school's way: a digit is guessed from the leading limbs of a divisor whose top bit is set.
fn divide(a: &[u32], b: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if compare(a, b) == Ordering::Less {
        return (Vec::new(), a.to_vec());
    }
    if b.len() == 1 {
        let mut rest = 0u64;
        let mut digits = vec![0; a.len()];
        for i in (0..a.len()).rev() {
            rest = rest << 32 | a[i] as u64;
            digits[i] = (rest / b[0] as u64) as u32;
            rest %= b[0] as u64;
        }
        return (trimmed(digits), trimmed(vec![rest as u32]));
    }
    spend(b.len() * (a.len() - b.len() + 1));
    let scale = b[b.len() - 1].leading_zeros() as usize;
    let b = shift_left(b, scale);
    let mut rest = shift_left(a, scale);
    rest.resize(rest.len().max(a.len()) + 1, 0);
    let n = b.len();
    let mut digits = vec![0u32; rest.len() - n];
    for place in (0..rest.len() - n).rev() {
        let top = (rest[place + n] as u64) << 32 | rest[place + n - 1] as u64;
        let mut digit = (top / b[n - 1] as u64).min(u32::MAX as u64);
        while digit as u128 * ((b[n - 1] as u128) << 32 | b[n - 2] as u128) > ((top as u128) << 32 | rest[place + n - 2] as u128) {
            digit -= 1;
        }
        let (mut carry, mut borrow) = (0u64, 0i64);
        for i in 0..=n {
            carry += digit * *b.get(i).unwrap_or(&0) as u64;
            let mut here = rest[place + i] as i64 - (carry as u32) as i64 - borrow;
            borrow = (here < 0) as i64;
            here += borrow << 32;
            rest[place + i] = here as u32;
            carry >>= 32;
        }
        if borrow != 0 {
            digit -= 1;
            let mut carry = 0u64;
            for i in 0..=n {
                carry += rest[place + i] as u64 + *b.get(i).unwrap_or(&0) as u64;
                rest[place + i] = carry as u32;
                carry >>= 32;
            }
        }
        digits[place] = digit as u32;
    }
    (trimmed(digits), shift_right(&trimmed(rest), scale))
}

impl Int {
    fn new(negative: bool, limbs: Vec<u32>) -> Int {
        Int { negative: negative && !limbs.is_empty(), limbs }
    }

    pub fn zero() -> Int {
        Int::from(0)
    }

    pub fn from(value: i64) -> Int {
        let size = value.unsigned_abs();
        Int::new(value < 0, trimmed(vec![size as u32, (size >> 32) as u32]))
    }

    /// The number of a text of decimal digits.
    pub fn read(digits: &[u8]) -> Int {
        let mut limbs: Vec<u32> = Vec::new();
        for chunk in digits.chunks(9) {
            let (mut factor, mut carry) = (1u64, 0u64);
            for &d in chunk {
                factor *= 10;
                carry = carry * 10 + (d - b'0') as u64;
            }
            for limb in limbs.iter_mut() {
                carry += *limb as u64 * factor;
                *limb = carry as u32;
                carry >>= 32;
            }
            limbs.push(carry as u32);
        }
        Int::new(false, trimmed(limbs))
    }

    pub fn sign(&self) -> i32 {
        if self.limbs.is_empty() {
            0
        } else if self.negative {
            -1
        } else {
            1
        }
    }

    pub fn bits(&self) -> usize {
        self.limbs.len() * 32 - self.limbs.last().map_or(0, |x| x.leading_zeros() as usize)
    }

    pub fn neg(&self) -> Int {
        Int::new(!self.negative, self.limbs.clone())
    }

    pub fn abs(&self) -> Int {
        Int::new(false, self.limbs.clone())
    }

    pub fn add(&self, other: &Int) -> Int {
        if self.negative == other.negative {
            return Int::new(self.negative, add(&self.limbs, &other.limbs));
        }
        match compare(&self.limbs, &other.limbs) {
            Ordering::Less => Int::new(other.negative, subtract(&other.limbs, &self.limbs)),
            _ => Int::new(self.negative, subtract(&self.limbs, &other.limbs)),
        }
    }

    pub fn sub(&self, other: &Int) -> Int {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Int) -> Int {
        Int::new(self.negative != other.negative, multiply(&self.limbs, &other.limbs))
    }

    /// The quotient where the remainder is 0.
    pub fn exact_div(&self, other: &Int) -> Int {
        Int::new(self.negative != other.negative, divide(&self.limbs, &other.limbs).0)
    }

    /// The largest integer that is not above self/other, for other > 0.
    pub fn floor_div(&self, other: &Int) -> Int {
        let (quotient, rest) = divide(&self.limbs, &other.limbs);
        let down = Int::new(self.negative, quotient);
        if self.negative && !rest.is_empty() {
            down.sub(&Int::from(1))
        } else {
            down
        }
    }

    pub fn shl(&self, bits: usize) -> Int {
        Int::new(self.negative, shift_left(&self.limbs, bits))
    }

    /// The largest integer that is not above self/2^bits.
    pub fn floor_shr(&self, bits: usize) -> Int {
        let down = Int::new(self.negative, shift_right(&self.limbs, bits));
        if self.negative && down.shl(bits) != *self {
            down.sub(&Int::from(1))
        } else {
            down
        }
    }

    pub fn ceil_shr(&self, bits: usize) -> Int {
        self.neg().floor_shr(bits).neg()
    }

    pub fn gcd(&self, other: &Int) -> Int {
        let (mut a, mut b) = (self.limbs.clone(), other.limbs.clone());
        while !b.is_empty() {
            let rest = divide(&a, &b).1;
            a = b;
            b = rest;
        }
        Int::new(false, a)
    }

    pub fn cmp(&self, other: &Int) -> Ordering {
        self.sub(other).sign().cmp(&0)
    }
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rat {
    pub n: Int,
    pub d: Int,
}

impl Rat {
    pub fn new(n: Int, d: Int) -> Rat {
        let g = n.gcd(&d);
        let g = if d.sign() < 0 { g.neg() } else { g };
        Rat { n: n.exact_div(&g), d: d.exact_div(&g) }
    }

    pub fn from(value: i64) -> Rat {
        Rat::new(Int::from(value), Int::from(1))
    }

    pub fn add(&self, other: &Rat) -> Rat {
        Rat::new(self.n.mul(&other.d).add(&other.n.mul(&self.d)), self.d.mul(&other.d))
    }

    pub fn sub(&self, other: &Rat) -> Rat {
        self.add(&Rat { n: other.n.neg(), d: other.d.clone() })
    }

    pub fn half(&self) -> Rat {
        Rat::new(self.n.clone(), self.d.shl(1))
    }

    pub fn sign(&self) -> i32 {
        self.n.sign()
    }

    pub fn less(&self, other: &Rat) -> bool {
        self.sub(other).sign() < 0
    }
}
