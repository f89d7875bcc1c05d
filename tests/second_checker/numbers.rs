//! Numbers as they are written, and the arithmetic of the evidence: quotients of polynomials in t.

use std::rc::Rc;

use crate::big::{Int, Rat};
use crate::json::Text;
use crate::poly::Poly;
use crate::signs::{Cut, Domain, Signs};
use crate::Fail;

const MOST_DIGITS: usize = 80_000;
const MOST_BITS: usize = 1 << 18;
const MOST_DEGREE: usize = 511;
const MOST_EXPONENT: usize = 256;
const MOST_PARENTHESES: usize = 99;
/// From this degree of the denominator on, common factors are looked for.
const REDUCED_FROM: usize = 12;

/// A quotient N/D. D has one sign on the domain.
#[derive(Clone, Debug)]
pub struct Num {
    pub n: Poly,
    pub d: Poly,
}

impl Num {
    pub fn from(value: i64) -> Num {
        Num { n: Poly::constant(Int::from(value)), d: Poly::constant(Int::from(1)) }
    }

    fn lighter(self) -> Num {
        let mut value = self;
        if value.d.degree() >= REDUCED_FROM {
            let common = value.n.gcd(&value.d);
            if common.degree() > 0 {
                value = Num { n: value.n.exact_div(&common), d: value.d.exact_div(&common) };
            }
        }
        let divisor = value.n.content().gcd(&value.d.content());
        if divisor.sign() == 0 || divisor == Int::from(1) {
            return value;
        }
        Num { n: value.n.divided(&divisor), d: value.d.divided(&divisor) }
    }

    pub fn neg(&self) -> Num {
        Num { n: self.n.neg(), d: self.d.clone() }
    }

    pub fn add(&self, other: &Num) -> Num {
        if self.d == other.d {
            return Num { n: self.n.add(&other.n), d: self.d.clone() };
        }
        Num { n: self.n.mul(&other.d).add(&other.n.mul(&self.d)), d: self.d.mul(&other.d) }.lighter()
    }

    pub fn sub(&self, other: &Num) -> Num {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Num) -> Num {
        Num { n: self.n.mul(&other.n), d: self.d.mul(&other.d) }.lighter()
    }

    pub fn div(&self, other: &Num) -> Num {
        Num { n: self.n.mul(&other.d), d: self.d.mul(&other.n) }
    }

    fn is_within_limits(&self) -> bool {
        let fits = |p: &Poly| p.degree() <= MOST_DEGREE && p.0.iter().all(|c| c.bits() <= MOST_BITS);
        fits(&self.n) && fits(&self.d)
    }

    /// Its value, where there is no t in it.
    pub fn constant(&self) -> Option<Rat> {
        let value = |p: &Poly| p.0.first().cloned().unwrap_or(Int::zero());
        (self.n.is_constant() && self.d.is_constant()).then(|| Rat::new(value(&self.n), value(&self.d)))
    }
}

/// Where numbers are compared and read: the domain, and what `t` stands for.
#[derive(Clone)]
pub struct Field {
    pub domain: Rc<Domain>,
    t: Option<Num>,
}

impl Field {
    pub fn new(domain: Domain) -> Field {
        let t = match &domain {
            Domain::Point(Cut::Rational(x)) => Num { n: Poly::constant(x.n.clone()), d: Poly::constant(x.d.clone()) },
            _ => Num { n: Poly::t(), d: Poly::constant(Int::from(1)) },
        };
        Field { domain: Rc::new(domain), t: Some(t) }
    }

    /// Of rational numbers, in which no t may stand.
    pub fn rational() -> Field {
        Field { domain: Rc::new(Domain::Point(Cut::Rational(Rat::from(0)))), t: None }
    }

    /// Of polynomials in t: only rational numbers are divided by.
    pub fn polynomials() -> Field {
        let everywhere = Domain::Interval { from: Cut::Rational(Rat::from(0)), to: None, closed: (true, false) };
        Field { domain: Rc::new(everywhere), t: Some(Num { n: Poly::t(), d: Poly::constant(Int::from(1)) }) }
    }

    pub fn signs(&self, x: &Num) -> Result<Signs, Fail> {
        self.domain.signs(&x.n, &x.d)
    }

    pub fn is_at_most(&self, a: &Num, b: &Num) -> Result<bool, Fail> {
        Ok(self.signs(&b.sub(a))?.at_least_zero())
    }

    pub fn is_less(&self, a: &Num, b: &Num) -> Result<bool, Fail> {
        Ok(self.signs(&b.sub(a))?.is_positive())
    }

    /// The one that is nowhere below another.
    pub fn largest(&self, numbers: &[Num]) -> Result<Num, Fail> {
        self.extreme(numbers, "largest")
    }

    pub fn smallest(&self, numbers: &[Num]) -> Result<Num, Fail> {
        let turned: Vec<Num> = numbers.iter().map(Num::neg).collect();
        Ok(self.extreme(&turned, "smallest")?.neg())
    }

    fn extreme(&self, numbers: &[Num], condition: &'static str) -> Result<Num, Fail> {
        let mut best = &numbers[0];
        for x in numbers {
            // where neither is above the other everywhere, a later one may still be above both
            if self.signs(&x.sub(best))?.at_least_zero() {
                best = x;
            }
        }
        for x in numbers {
            if !self.is_at_most(x, best)? {
                return Err(Fail::Rejected(condition));
            }
        }
        Ok(best.clone())
    }

    /// The number that a text is.
    pub fn number(&self, written: &Text) -> Result<Num, Fail> {
        let mut reader = Reader { field: self, text: written, at: 0, open: 0 };
        let value = reader.sum()?;
        if reader.next().is_some() {
            return Err(Fail::Malformed);
        }
        Ok(value)
    }
}

struct Reader<'a> {
    field: &'a Field,
    text: &'a Text,
    at: usize,
    open: usize,
}

impl Reader<'_> {
    /// The next character that is no space.
    fn next(&mut self) -> Option<char> {
        while self.text.get(self.at) == Some(&(' ' as u32)) {
            self.at += 1;
        }
        self.text.get(self.at).map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}'))
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.next() == Some(wanted);
        self.at += found as usize;
        found
    }

    fn checked(&self, value: Num) -> Result<Num, Fail> {
        if value.is_within_limits() {
            Ok(value)
        } else {
            Err(Fail::Limit)
        }
    }

    fn sum(&mut self) -> Result<Num, Fail> {
        let turned = self.takes('-');
        let first = self.product()?;
        let mut total = if turned { first.neg() } else { first };
        loop {
            if self.takes('+') {
                total = total.add(&self.product()?);
            } else if self.takes('-') {
                total = total.sub(&self.product()?);
            } else {
                return Ok(total);
            }
            total = self.checked(total)?;
        }
    }

    fn product(&mut self) -> Result<Num, Fail> {
        let mut total = self.power()?;
        loop {
            if self.takes('*') {
                total = total.mul(&self.power()?);
            } else if self.takes('/') {
                let divisor = self.power()?;
                if !self.field.signs(&divisor)?.is_one_side() {
                    return Err(Fail::Malformed);
                }
                total = total.div(&divisor);
            } else {
                return Ok(total);
            }
            total = self.checked(total)?;
        }
    }

    fn power(&mut self) -> Result<Num, Fail> {
        let base = self.atom()?;
        if !self.takes('^') {
            return Ok(base);
        }
        let digits = self.digits()?;
        let significant: Vec<u8> = digits.into_iter().skip_while(|&d| d == b'0').collect();
        if significant.len() > 3 {
            return Err(Fail::Limit);
        }
        let exponent = significant.iter().fold(0, |n, &d| 10 * n + (d - b'0') as usize);
        if exponent > MOST_EXPONENT || exponent * base.n.degree().max(base.d.degree()) > MOST_DEGREE {
            return Err(Fail::Limit);
        }
        let mut power = Num::from(1);
        for _ in 0..exponent {
            power = self.checked(power.mul(&base))?;
        }
        Ok(power)
    }

    fn digits(&mut self) -> Result<Vec<u8>, Fail> {
        self.next();
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&c| (48..58).contains(&c)) {
            self.at += 1;
        }
        let found: Vec<u8> = self.text[start..self.at].iter().map(|&c| c as u8).collect();
        match found.len() {
            0 => Err(Fail::Malformed),
            n if n > MOST_DIGITS => Err(Fail::Limit),
            _ => Ok(found),
        }
    }

    fn atom(&mut self) -> Result<Num, Fail> {
        match self.next() {
            Some('(') => {
                self.at += 1;
                self.open += 1;
                if self.open > MOST_PARENTHESES {
                    return Err(Fail::Limit);
                }
                let value = self.sum()?;
                if !self.takes(')') {
                    return Err(Fail::Malformed);
                }
                self.open -= 1;
                Ok(value)
            }
            Some('t') => {
                self.at += 1;
                let longer = self.text.get(self.at).and_then(|&c| char::from_u32(c));
                if longer.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
                    return Err(Fail::Malformed);
                }
                self.field.t.clone().ok_or(Fail::Malformed)
            }
            Some(c) if c.is_ascii_digit() => {
                let digits = self.digits()?;
                Ok(Num { n: Poly::constant(Int::read(&digits)), d: Poly::constant(Int::from(1)) })
            }
            _ => Err(Fail::Malformed),
        }
    }
}
