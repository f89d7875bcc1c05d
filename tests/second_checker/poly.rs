//! Polynomials in t with integer coefficients, the constant one first, none of them 0 at the end.

use crate::big::{Int, Rat};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poly(pub Vec<Int>);

impl Poly {
    pub fn new(mut coefficients: Vec<Int>) -> Poly {
        while coefficients.last().is_some_and(|c| c.sign() == 0) {
            coefficients.pop();
        }
        Poly(coefficients)
    }

    pub fn constant(value: Int) -> Poly {
        Poly::new(vec![value])
    }

    pub fn t() -> Poly {
        Poly(vec![Int::zero(), Int::from(1)])
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn is_constant(&self) -> bool {
        self.0.len() <= 1
    }

    /// The degree; 0 for the polynomial 0.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The sign for large t.
    pub fn lead_sign(&self) -> i32 {
        self.0.last().map_or(0, Int::sign)
    }

    pub fn neg(&self) -> Poly {
        Poly(self.0.iter().map(Int::neg).collect())
    }

    pub fn add(&self, other: &Poly) -> Poly {
        let zero = Int::zero();
        let size = self.0.len().max(other.0.len());
        Poly::new((0..size).map(|i| self.0.get(i).unwrap_or(&zero).add(other.0.get(i).unwrap_or(&zero))).collect())
    }

    pub fn mul(&self, other: &Poly) -> Poly {
        if self.is_zero() || other.is_zero() {
            return Poly(Vec::new());
        }
        let mut result = vec![Int::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                if a.sign() != 0 && b.sign() != 0 {
                    result[i + j] = result[i + j].add(&a.mul(b));
                }
            }
        }
        Poly::new(result)
    }

    /// The greatest common divisor of the coefficients, which is positive unless all are 0.
    pub fn content(&self) -> Int {
        let one = Int::from(1);
        let mut divisor = Int::zero();
        for c in &self.0 {
            divisor = divisor.gcd(c);
            if divisor == one {
                break;
            }
        }
        divisor
    }

    pub fn divided(&self, divisor: &Int) -> Poly {
        Poly(self.0.iter().map(|c| c.exact_div(divisor)).collect())
    }

    /// Without the common divisor of its coefficients; the sign stays.
    pub fn primitive(&self) -> Poly {
        if self.is_zero() {
            self.clone()
        } else {
            self.divided(&self.content())
        }
    }

    pub fn derivative(&self) -> Poly {
        Poly::new(self.0.iter().enumerate().skip(1).map(|(i, c)| c.mul(&Int::from(i as i64))).collect())
    }

    /// A positive multiple of the remainder after division by another polynomial.
    pub fn remainder(&self, other: &Poly) -> Poly {
        let lead = other.0.last().unwrap();
        let mut rest = self.clone();
        while !rest.is_zero() && rest.0.len() >= other.0.len() {
            let (top, shift) = (rest.0.last().unwrap().clone(), rest.0.len() - other.0.len());
            let mut next: Vec<Int> = rest.0.iter().map(|c| c.mul(&lead.abs())).collect();
            let top = if lead.sign() < 0 { top.neg() } else { top };
            for (i, c) in other.0.iter().enumerate() {
                next[i + shift] = next[i + shift].sub(&c.mul(&top));
            }
            rest = Poly::new(next).primitive();
        }
        rest
    }

    /// The greatest common divisor, primitive.
    pub fn gcd(&self, other: &Poly) -> Poly {
        let (mut a, mut b) = (self.primitive(), other.primitive());
        while !b.is_zero() {
            let rest = a.remainder(&b).primitive();
            a = b;
            b = rest;
        }
        a
    }

    /// The quotient by a primitive polynomial that divides it.
    pub fn exact_div(&self, other: &Poly) -> Poly {
        let lead = other.0.last().unwrap();
        let mut rest = self.clone();
        let mut quotient = vec![Int::zero(); (self.0.len() + 1).saturating_sub(other.0.len())];
        while !rest.is_zero() {
            let shift = rest.0.len() - other.0.len();
            let factor = rest.0.last().unwrap().exact_div(lead);
            let mut next = rest.0.clone();
            for (i, c) in other.0.iter().enumerate() {
                next[i + shift] = next[i + shift].sub(&c.mul(&factor));
            }
            quotient[shift] = factor;
            rest = Poly::new(next);
        }
        Poly::new(quotient)
    }

    /// The sign at a fraction p/q: that of the sum of c_i p^i q^(n-i).
    pub fn sign_at(&self, x: &Rat) -> i32 {
        let (mut sum, mut power) = (Int::zero(), Int::from(1));
        for c in self.0.iter().rev() {
            sum = sum.mul(&x.n).add(&c.mul(&power));
            power = power.mul(&x.d);
        }
        sum.sign()
    }

    /// With as many different roots, each a simple one.
    pub fn square_free(&self) -> Poly {
        let divisor = self.gcd(&self.derivative());
        if divisor.is_constant() {
            self.primitive()
        } else {
            self.primitive().exact_div(&divisor)
        }
    }

    /// Sturm's chain of a polynomial without double roots.
    pub fn chain(&self) -> Vec<Poly> {
        let mut chain = vec![self.clone(), self.derivative().primitive()];
        while !chain[chain.len() - 1].is_constant() {
            let rest = chain[chain.len() - 2].remainder(&chain[chain.len() - 1]).neg();
            if rest.is_zero() {
                break;
            }
            chain.push(rest);
        }
        chain
    }
}
