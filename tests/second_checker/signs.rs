//! Where t lies, and the signs that a number has there.

use crate::big::{Int, Rat};
use crate::poly::Poly;
use crate::Fail;

/// A real number at which the domain ends, or which is all of it.
#[derive(Clone)]
pub enum Cut {
    Rational(Rat),
    /// e^q with q other than 0.
    Exp(Rat),
    /// The only root of a polynomial between two fractions at which its signs are opposite.
    Root(Poly, Rat, Rat),
}

#[derive(Clone)]
pub enum Domain {
    Point(Cut),
    Interval { from: Cut, to: Option<Cut>, closed: (bool, bool) },
}

/// Which signs occur: negative, zero, positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signs(pub bool, pub bool, pub bool);

impl Signs {
    fn one(sign: i32) -> Signs {
        Signs(sign < 0, sign == 0, sign > 0)
    }

    pub fn is_zero(self) -> bool {
        self == Signs(false, true, false)
    }

    pub fn is_positive(self) -> bool {
        self == Signs(false, false, true)
    }

    pub fn is_negative(self) -> bool {
        self == Signs(true, false, false)
    }

    pub fn at_least_zero(self) -> bool {
        !self.0
    }

    pub fn at_most_zero(self) -> bool {
        !self.2
    }

    /// As of a number that can be divided by.
    pub fn is_one_side(self) -> bool {
        self.is_positive() || self.is_negative()
    }
}

/// An interval of multiples of 2^-bits.
struct Enclosure {
    low: Int,
    high: Int,
}

const PRECISIONS: [usize; 6] = [64, 256, 1024, 4096, 16384, 65536];

fn product(a: &Enclosure, b: &Enclosure, bits: usize) -> Enclosure {
    let ends = [a.low.mul(&b.low), a.low.mul(&b.high), a.high.mul(&b.low), a.high.mul(&b.high)];
    let low = ends.iter().fold(&ends[0], |x, y| if y.cmp(x).is_lt() { y } else { x });
    let high = ends.iter().fold(&ends[0], |x, y| if y.cmp(x).is_gt() { y } else { x });
    Enclosure { low: low.floor_shr(bits), high: high.ceil_shr(bits) }
}

fn of_fraction(x: &Rat, bits: usize) -> Enclosure {
    Enclosure { low: x.n.shl(bits).floor_div(&x.d), high: x.n.neg().shl(bits).floor_div(&x.d).neg() }
}

/// e^q: the series of e^x, x = q/2^halvings of size below 1/2, squared as often.
fn of_exponential(q: &Rat, bits: usize) -> Enclosure {
    let mut halvings = 1;
    while q.n.abs().shl(1).cmp(&q.d.shl(halvings)).is_ge() {
        halvings += 1;
    }
    let wide = bits + 4 * halvings + 32;
    let x = of_fraction(&Rat::new(q.n.clone(), q.d.shl(halvings)), wide);
    let one = Int::from(1).shl(wide);
    let mut term = Enclosure { low: one.clone(), high: one.clone() };
    let mut sum = Enclosure { low: one.clone(), high: one };
    let mut n = 1;
    // each term is less than half of the one before: what is left out is less than the last one
    while term.low.abs().cmp(&Int::from(2)).is_gt() || term.high.abs().cmp(&Int::from(2)).is_gt() {
        let next = product(&term, &x, wide);
        let divisor = Int::from(n);
        term = Enclosure { low: next.low.floor_div(&divisor), high: next.high.neg().floor_div(&divisor).neg() };
        sum = Enclosure { low: sum.low.add(&term.low), high: sum.high.add(&term.high) };
        n += 1;
    }
    let left_out = Int::from(4);
    sum = Enclosure { low: sum.low.sub(&left_out), high: sum.high.add(&left_out) };
    for _ in 0..halvings {
        sum = product(&sum, &sum, wide);
    }
    Enclosure { low: sum.low.floor_shr(wide - bits), high: sum.high.ceil_shr(wide - bits) }
}

impl Cut {
    fn enclosure(&self, bits: usize) -> Enclosure {
        match self {
            Cut::Rational(x) => of_fraction(x, bits),
            Cut::Exp(q) => of_exponential(q, bits),
            Cut::Root(poly, low, high) => {
                let (mut low, mut high) = (low.clone(), high.clone());
                let below = poly.sign_at(&low);
                let least = Rat::new(Int::from(1), Int::from(1).shl(bits + 1));
                while least.less(&high.sub(&low)) {
                    let middle = low.add(&high).half();
                    match poly.sign_at(&middle) {
                        0 => return of_fraction(&middle, bits),
                        sign if sign == below => low = middle,
                        _ => high = middle,
                    }
                }
                Enclosure { low: of_fraction(&low, bits).low, high: of_fraction(&high, bits).high }
            }
        }
    }

    /// The sign of a polynomial here.
    pub fn sign(&self, poly: &Poly) -> Result<i32, Fail> {
        if poly.is_constant() {
            return Ok(poly.lead_sign());
        }
        match self {
            Cut::Rational(x) => return Ok(poly.sign_at(x)),
            Cut::Exp(_) => {} // transcendental: no root of a polynomial other than 0
            Cut::Root(own, low, high) => {
                let common = own.gcd(poly);
                if !common.is_constant() && roots_between(&common, &Cut::Rational(low.clone()), Some(&Cut::Rational(high.clone())))? > 0 {
                    return Ok(0);
                }
            }
        }
        for bits in PRECISIONS {
            let x = self.enclosure(bits);
            let mut value = Enclosure { low: Int::zero(), high: Int::zero() };
            for c in poly.0.iter().rev() {
                let moved = product(&value, &x, bits);
                value = Enclosure { low: moved.low.add(&c.shl(bits)), high: moved.high.add(&c.shl(bits)) };
            }
            if value.low.sign() > 0 || value.high.sign() < 0 {
                return Ok(value.low.sign());
            }
        }
        Err(Fail::Rejected("sign-decided"))
    }
}

/// Whether one number is below another, told apart to 2^-512.
pub fn is_below(a: &Cut, b: &Cut) -> bool {
    a.enclosure(520).high.cmp(&b.enclosure(520).low).is_lt()
}

fn variations(chain: &[Poly], sign: impl Fn(&Poly) -> Result<i32, Fail>) -> Result<i64, Fail> {
    let (mut last, mut count) = (0, 0);
    for p in chain {
        let here = sign(p)?;
        if here != 0 {
            count += (here == -last) as i64;
            last = here;
        }
    }
    Ok(count)
}

/// How many different roots lie strictly between, by Sturm's theorem, which counts those of (from, to].
pub fn roots_between(poly: &Poly, from: &Cut, to: Option<&Cut>) -> Result<i64, Fail> {
    let simple = poly.square_free();
    if simple.is_constant() {
        return Ok(0);
    }
    let chain = simple.chain();
    let first = variations(&chain, |p| from.sign(p))?;
    Ok(match to {
        None => first - variations(&chain, |p| Ok(p.lead_sign()))?,
        Some(to) => first - variations(&chain, |p| to.sign(p))? - (to.sign(&simple)? == 0) as i64,
    })
}

/// A fraction strictly inside.
fn inner_point(from: &Cut, to: Option<&Cut>) -> Rat {
    let bits = 520;
    let low = from.enclosure(bits).high;
    let high = to.map_or(low.add(&Int::from(1).shl(bits)), |to| to.enclosure(bits).low);
    Rat::new(low.add(&high), Int::from(1).shl(bits + 1))
}

impl Domain {
    /// The signs of a numerator over a denominator, which has one sign.
    pub fn signs(&self, n: &Poly, d: &Poly) -> Result<Signs, Fail> {
        if n.is_zero() {
            return Ok(Signs::one(0));
        }
        match self {
            Domain::Point(cut) => Ok(Signs::one(cut.sign(n)? * cut.sign(d)?)),
            Domain::Interval { from, to, closed } => {
                if n.is_constant() && d.is_constant() {
                    return Ok(Signs::one(n.lead_sign() * d.lead_sign()));
                }
                if roots_between(n, from, to.as_ref())? > 0 {
                    return Ok(Signs(true, true, true));
                }
                let middle = inner_point(from, to.as_ref());
                let mut found = Signs::one(n.sign_at(&middle) * d.sign_at(&middle));
                let ends = [(closed.0, Some(from)), (closed.1, to.as_ref())];
                for end in ends.iter().filter(|(is_closed, _)| *is_closed).filter_map(|(_, end)| *end) {
                    found.1 = found.1 || end.sign(n)? == 0;
                }
                Ok(found)
            }
        }
    }
}
