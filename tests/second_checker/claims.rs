//! What the kernel's claims are, and what shows them.

use std::collections::{BTreeMap, BTreeSet};

use crate::big::Rat;
use crate::json::{text, Json, Text};
use crate::numbers::{Field, Num};
use crate::poly::Poly;
use crate::signs::{is_below, roots_between, Cut, Domain};
use crate::Fail;

/// What is looked at once the whole text is known to be well formed.
pub type Evidence = Box<dyn Fn() -> Result<(), Fail>>;

type Matrix = Vec<Vec<Num>>;

const MOST_LABELS: usize = 1024;
const LINEAR: [&str; 4] = ["trace", "weighted trace", "utility", "linear"];

fn require(holds: bool, condition: &'static str) -> Result<(), Fail> {
    if holds {
        Ok(())
    } else {
        Err(Fail::Rejected(condition))
    }
}

fn form(holds: bool) -> Result<(), Fail> {
    if holds {
        Ok(())
    } else {
        Err(Fail::Malformed)
    }
}

// --- shapes of JSON

struct Object<'a>(&'a BTreeMap<Text, Json>);

impl<'a> Object<'a> {
    fn of(value: &'a Json) -> Result<Object<'a>, Fail> {
        match value {
            Json::Object(entries) => Ok(Object(entries)),
            _ => Err(Fail::Malformed),
        }
    }

    fn has(&self, key: &str) -> bool {
        self.0.contains_key(&text(key))
    }

    fn get(&self, key: &str) -> Result<&'a Json, Fail> {
        self.0.get(&text(key)).ok_or(Fail::Malformed)
    }

    /// These keys and no others; a last `?` says that one may be absent.
    fn keys(&self, wanted: &[&str]) -> Result<(), Fail> {
        let present = wanted.iter().filter(|key| self.has(key.trim_end_matches('?'))).count();
        let all_there = wanted.iter().all(|key| key.ends_with('?') || self.has(key));
        form(all_there && present == self.0.len())
    }

    fn word(&self, key: &str) -> Result<String, Fail> {
        plain(self.get(key)?)
    }
}

fn string(value: &Json) -> Result<&Text, Fail> {
    match value {
        Json::String(found) => Ok(found),
        _ => Err(Fail::Malformed),
    }
}

fn plain(value: &Json) -> Result<String, Fail> {
    string(value)?.iter().map(|&c| char::from_u32(c)).collect::<Option<String>>().ok_or(Fail::Malformed)
}

fn list(value: &Json) -> Result<&Vec<Json>, Fail> {
    match value {
        Json::List(items) => Ok(items),
        _ => Err(Fail::Malformed),
    }
}

fn number(field: &Field, value: &Json) -> Result<Num, Fail> {
    field.number(string(value)?)
}

fn vector(field: &Field, value: &Json) -> Result<Vec<Num>, Fail> {
    list(value)?.iter().map(|x| number(field, x)).collect()
}

fn matrix(field: &Field, value: &Json) -> Result<Matrix, Fail> {
    let rows = list(value)?.iter().map(|row| vector(field, row)).collect::<Result<Matrix, Fail>>()?;
    form(!rows.is_empty() && !rows[0].is_empty() && rows.iter().all(|row| row.len() == rows[0].len()))?;
    Ok(rows)
}

fn index(written: &str, count: usize) -> Result<usize, Fail> {
    form(!written.is_empty() && written.len() < 8 && written.bytes().all(|c| c.is_ascii_digit()))?;
    let value: usize = written.parse().map_err(|_| Fail::Malformed)?;
    form(value < count && value.to_string() == written)?;
    Ok(value)
}

fn may_be_in_a_label(c: u32) -> bool {
    !(c < 0x20 || c == 0x22 || c == 0xAD || c == 0x61C || c == 0x180E || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF)
        && ![(0x7F, 0x9F), (0x200B, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F), (0xFFF0, 0xFFFB), (0xD800, 0xDFFF), (0xE0000, 0xE007F)]
            .iter()
            .any(|&(first, last)| (first..=last).contains(&c))
}

/// How many labels there are.
fn labels(value: &Json) -> Result<usize, Fail> {
    let found = list(value)?.iter().map(string).collect::<Result<Vec<&Text>, Fail>>()?;
    if found.len() > MOST_LABELS {
        return Err(Fail::Limit);
    }
    form(!found.is_empty() && found.iter().collect::<BTreeSet<_>>().len() == found.len())?;
    form(found.iter().all(|x| (1..=60).contains(&x.len()) && x.iter().all(|&c| may_be_in_a_label(c))))?;
    form(found.iter().all(|x| x[0] != 0x20 && x[x.len() - 1] != 0x20))?;
    Ok(found.len())
}

// --- the field

fn rational(value: &Text) -> Result<Rat, Fail> {
    Field::rational().number(value)?.constant().ok_or(Fail::Malformed)
}

fn cut(value: &Json) -> Result<Cut, Fail> {
    if let Json::String(written) = value {
        let begins = text("exp(");
        if !written.starts_with(&begins) {
            return Ok(Cut::Rational(rational(written)?));
        }
        form(written.last() == Some(&(')' as u32)))?;
        let q = rational(&written[begins.len()..written.len() - 1].to_vec())?;
        form(q.sign() != 0)?;
        let size = Rat { n: q.n.abs(), d: q.d.clone() };
        return if Rat::from(200).less(&size) { Err(Fail::Limit) } else { Ok(Cut::Exp(q)) };
    }
    let parts = Object::of(value)?;
    parts.keys(&["root", "between"])?;
    let poly = number(&Field::polynomials(), parts.get("root")?)?;
    form(poly.d.is_constant())?;
    let poly: Poly = if poly.d.lead_sign() < 0 { poly.n.neg() } else { poly.n };
    let ends = list(parts.get("between")?)?;
    form(ends.len() == 2)?;
    let (low, high) = (rational(string(&ends[0])?)?, rational(string(&ends[1])?)?);
    form(low.less(&high) && poly.sign_at(&low) * poly.sign_at(&high) < 0)?;
    form(roots_between(&poly, &Cut::Rational(low.clone()), Some(&Cut::Rational(high.clone())))? == 1)?;
    Ok(Cut::Root(poly, low, high))
}

fn domain(value: &Json) -> Result<Domain, Fail> {
    let parts = Object::of(value)?;
    if parts.has("t") {
        parts.keys(&["t"])?;
        return Ok(Domain::Point(cut(parts.get("t")?)?));
    }
    parts.keys(&["from", "to", "ends"])?;
    let from = cut(parts.get("from")?)?;
    let unbounded = *parts.get("to")? == Json::String(text("inf"));
    let to = if unbounded { None } else { Some(cut(parts.get("to")?)?) };
    let closed = match parts.word("ends")?.as_str() {
        "()" => (false, false),
        "[)" => (true, false),
        "(]" => (false, true),
        "[]" => (true, true),
        _ => return Err(Fail::Malformed),
    };
    form(match &to {
        None => !closed.1,
        Some(to) => is_below(&from, to),
    })?;
    Ok(Domain::Interval { from, to, closed })
}

// --- mechanisms and demands

/// All entries at least 0, columns summing to 1.
fn is_stochastic(field: &Field, rows: &Matrix) -> Result<(), Fail> {
    for x in rows.iter().flatten() {
        require(field.signs(x)?.at_least_zero(), "entry-sign")?;
    }
    for j in 0..rows[0].len() {
        require(field.signs(&total(rows.iter().map(|row| row[j].clone())).sub(&Num::from(1)))?.is_zero(), "column-sum")?;
    }
    Ok(())
}

fn is_prior(field: &Field, prior: &[Num]) -> Result<(), Fail> {
    for x in prior {
        require(field.signs(x)?.at_least_zero(), "prior-sign")?;
    }
    require(field.signs(&total(prior.iter().cloned()).sub(&Num::from(1)))?.is_zero(), "prior-sum")
}

fn total(numbers: impl Iterator<Item = Num>) -> Num {
    numbers.fold(Num::from(0), |sum, x| sum.add(&x))
}

enum Demand {
    Ratio(Num, Num),
    Rho(Num, Num),
    Pairs(BTreeMap<(usize, usize), (Num, Num)>),
    All(Vec<Demand>),
}

/// An ordered pair of inputs, and which of several demands is meant; 0 where there is one.
type Place = (usize, usize, usize);

/// Ratio and slack of every ordered pair of which something is asked.
struct Asked {
    pairs: BTreeMap<Place, (Num, Num)>,
    /// T of each demand that has one for all pairs and delta 0, with its number.
    pure: Vec<(usize, Num)>,
}

impl Demand {
    fn read(field: &Field, value: &Json, inputs: usize) -> Result<Demand, Fail> {
        let parts = Object::of(value)?;
        let one = |key: &str| -> Result<Demand, Fail> {
            parts.keys(&["name", key])?;
            Ok(Demand::Ratio(number(field, parts.get(key)?)?, Num::from(0)))
        };
        match parts.word("name")?.as_str() {
            "ldp" => {
                parts.keys(&["name", "ratio", "delta?"])?;
                let delta = if parts.has("delta") { number(field, parts.get("delta")?)? } else { Num::from(0) };
                Ok(Demand::Ratio(number(field, parts.get("ratio")?)?, delta))
            }
            "parity" => one("gamma"),
            "beta" => one("beta"),
            "bayes" => one("factor"),
            "rho" => {
                parts.keys(&["name", "from", "to"])?;
                Ok(Demand::Rho(number(field, parts.get("from")?)?, number(field, parts.get("to")?)?))
            }
            "pairs" => {
                parts.keys(&["name", "pairs", "ratios", "deltas"])?;
                let (ratios, deltas) = (vector(field, parts.get("ratios")?)?, vector(field, parts.get("deltas")?)?);
                let pairs = list(parts.get("pairs")?)?;
                form(!pairs.is_empty() && pairs.len() == ratios.len() && pairs.len() == deltas.len())?;
                let mut asked = BTreeMap::new();
                for (pair, numbers) in pairs.iter().zip(ratios.into_iter().zip(deltas)) {
                    let pair = list(pair)?;
                    form(pair.len() == 2)?;
                    let (j, l) = (index(&plain(&pair[0])?, inputs)?, index(&plain(&pair[1])?, inputs)?);
                    form(j != l && asked.insert((j, l), numbers).is_none())?;
                }
                Ok(Demand::Pairs(asked))
            }
            "all" => {
                parts.keys(&["name", "demands"])?;
                let demands = list(parts.get("demands")?)?;
                form(!demands.is_empty())?;
                let read: Result<Vec<Demand>, Fail> = demands.iter().map(|one| Demand::read(field, one, inputs)).collect();
                let read = read?;
                form(read.iter().all(|one| one.count().is_none()))?;
                Ok(Demand::All(read))
            }
            _ => Err(Fail::Malformed),
        }
    }

    /// How many demands there are together; none where it is one.
    fn count(&self) -> Option<usize> {
        if let Demand::All(demands) = self { Some(demands.len()) } else { None }
    }

    /// Whether it has one ratio and one slack.
    fn is_common(&self) -> bool {
        matches!(self, Demand::Ratio(..) | Demand::Rho(..))
    }

    /// That it is a demand, and what it asks.
    fn asked(&self, field: &Field, inputs: usize) -> Result<Asked, Fail> {
        let mut asked = Asked { pairs: BTreeMap::new(), pure: vec![] };
        match self {
            Demand::All(demands) => {
                for (n, one) in demands.iter().enumerate() {
                    one.ask(field, inputs, n, &mut asked)?;
                }
            }
            one => one.ask(field, inputs, 0, &mut asked)?,
        }
        Ok(asked)
    }

    /// What one demand asks, with its number among several.
    fn ask(&self, field: &Field, inputs: usize, n: usize, asked: &mut Asked) -> Result<(), Fail> {
        let sound = |ratio: &Num, delta: &Num| -> Result<(), Fail> {
            require(field.signs(ratio)?.is_positive(), "ratio-sign")?;
            require(field.signs(delta)?.at_least_zero(), "delta-sign")
        };
        let (ratio, delta) = match self {
            Demand::Pairs(pairs) => {
                for (&(j, l), (ratio, delta)) in pairs {
                    sound(ratio, delta)?;
                    asked.pairs.insert((j, l, n), (ratio.clone(), delta.clone()));
                }
                return Ok(());
            }
            Demand::All(_) => return Err(Fail::Malformed),
            Demand::Ratio(ratio, delta) => (ratio.clone(), delta.clone()),
            Demand::Rho(a, b) => {
                let one = Num::from(1);
                require(field.signs(a)?.is_positive(), "rho-above-zero")?;
                require(field.is_less(b, &one)?, "rho-below-one")?;
                require(field.is_less(a, b)?, "rho-order")?;
                (b.mul(&one.sub(a)).div(&a.mul(&one.sub(b))), Num::from(0))
            }
        };
        sound(&ratio, &delta)?;
        let others = |j| (0..inputs).filter(move |&l| l != j).map(move |l| (j, l, n));
        asked.pairs.extend((0..inputs).flat_map(others).map(|place| (place, (ratio.clone(), delta.clone()))));
        if field.signs(&delta)?.is_zero() {
            asked.pure.push((n, ratio));
        }
        Ok(())
    }
}

fn satisfies(field: &Field, rows: &Matrix, asked: &Asked) -> Result<(), Fail> {
    if rows[0].len() < 2 {
        return Ok(());
    }
    for (_, ratio) in &asked.pure {
        for row in rows {
            let most = field.smallest(row)?.mul(ratio);
            for x in row {
                require(field.is_at_most(x, &most)?, "ratio")?;
            }
        }
    }
    for (&(j, l, n), (ratio, delta)) in &asked.pairs {
        if asked.pure.iter().any(|&(m, _)| m == n) {
            continue;
        }
        let mut excess = Num::from(0);
        for row in rows {
            excess = excess.add(&field.largest(&[Num::from(0), row[j].sub(&ratio.mul(&row[l]))])?);
        }
        require(field.is_at_most(&excess, delta)?, "slack")?;
    }
    Ok(())
}

// --- linear objectives

struct Objective {
    is_trace: bool,
    maximised: bool,
    weights: Matrix,
    prior: Vec<Num>,
}

impl Objective {
    fn read(field: &Field, value: &Json, outputs: usize, inputs: usize) -> Result<Objective, Fail> {
        let parts = Object::of(value)?;
        let name = parts.word("name")?;
        if !LINEAR.contains(&name.as_str()) {
            return Err(Fail::Other);
        }
        let maximised = match parts.word("sense")?.as_str() {
            "max" => true,
            "min" => false,
            _ => return Err(Fail::Malformed),
        };
        let diagonal = |entries: Vec<Num>| -> Matrix {
            let row = |i: usize| (0..inputs).map(|j| if i == j { entries[i].clone() } else { Num::from(0) }).collect();
            (0..inputs).map(row).collect()
        };
        let (weights, prior) = match name.as_str() {
            "trace" => {
                parts.keys(&["name", "sense"])?;
                form(outputs == inputs)?;
                (diagonal(vec![Num::from(1); inputs]), Vec::new())
            }
            "weighted trace" => {
                parts.keys(&["name", "sense", "weights"])?;
                let entries = vector(field, parts.get("weights")?)?;
                form(outputs == inputs && entries.len() == inputs)?;
                (diagonal(entries), Vec::new())
            }
            "linear" => {
                parts.keys(&["name", "sense", "costs"])?;
                let costs = matrix(field, parts.get("costs")?)?;
                form(costs.len() == outputs && costs[0].len() == inputs)?;
                (costs, Vec::new())
            }
            _ => {
                parts.keys(&["name", "sense", "utility", "prior"])?;
                let (gains, prior) = (matrix(field, parts.get("utility")?)?, vector(field, parts.get("prior")?)?);
                form(gains.len() == outputs && gains[0].len() == inputs && prior.len() == inputs)?;
                (gains.iter().map(|row| row.iter().zip(&prior).map(|(u, p)| u.mul(p)).collect()).collect(), prior)
            }
        };
        Ok(Objective { is_trace: name == "trace", maximised, weights, prior })
    }

    fn is_sound(&self, field: &Field) -> Result<(), Fail> {
        if self.prior.is_empty() {
            Ok(())
        } else {
            is_prior(field, &self.prior)
        }
    }

    fn value(&self, rows: &Matrix) -> Num {
        total(rows.iter().zip(&self.weights).flat_map(|(row, w)| row.iter().zip(w).map(|(p, w)| p.mul(w))))
    }
}

/// The sum of a·P_ij is at least b, at most b (`sign` is −1), or b (`is_equal`).
struct Condition {
    terms: BTreeMap<(usize, usize), Num>,
    bound: Num,
    sign: Num,
    is_equal: bool,
}

impl Condition {
    fn read(field: &Field, value: &Json, outputs: usize, inputs: usize) -> Result<Condition, Fail> {
        let parts = Object::of(value)?;
        parts.keys(&["terms", "relation", "bound"])?;
        let (sign, is_equal) = match parts.word("relation")?.as_str() {
            "<=" => (-1, false),
            ">=" => (1, false),
            "=" => (1, true),
            _ => return Err(Fail::Malformed),
        };
        let mut terms = BTreeMap::new();
        for term in list(parts.get("terms")?)? {
            let term = list(term)?;
            form(term.len() == 3)?;
            let place = (index(&plain(&term[0])?, outputs)?, index(&plain(&term[1])?, inputs)?);
            form(terms.insert(place, number(field, &term[2])?).is_none())?;
        }
        form(!terms.is_empty())?;
        Ok(Condition { terms, bound: number(field, parts.get("bound")?)?, sign: Num::from(sign), is_equal })
    }

    /// Those of a claim; a list of at least one where the key stands.
    fn read_all(field: &Field, parts: &Object, outputs: usize, inputs: usize) -> Result<Vec<Condition>, Fail> {
        if !parts.has("conditions") {
            return Ok(Vec::new());
        }
        let written = list(parts.get("conditions")?)?;
        form(!written.is_empty())?;
        written.iter().map(|one| Condition::read(field, one, outputs, inputs)).collect()
    }

    fn is_met(&self, field: &Field, rows: &Matrix) -> Result<(), Fail> {
        let sum = total(self.terms.iter().map(|(&(i, j), a)| a.mul(&rows[i][j])));
        let signs = field.signs(&self.sign.mul(&sum.sub(&self.bound)))?;
        require(if self.is_equal { signs.is_zero() } else { signs.at_least_zero() }, "condition")
    }
}

#[derive(Default)]
struct Multipliers {
    columns: BTreeMap<usize, Num>,
    pairs: BTreeMap<Place, Num>,
    excesses: BTreeMap<(usize, Place), Num>,
    conditions: BTreeMap<usize, Num>,
}

impl Multipliers {
    fn read(
        field: &Field,
        value: &Json,
        (outputs, inputs): (usize, usize),
        demand: &Demand,
        conditions: usize,
    ) -> Result<Multipliers, Fail> {
        let place = |j: &str, l: &str, n: Option<&str>| -> Result<Place, Fail> {
            let (j, l) = (index(j, inputs)?, index(l, inputs)?);
            form(j != l)?;
            match (n, demand.count()) {
                (None, None) => Ok((j, l, 0)),
                (Some(n), Some(count)) => Ok((j, l, index(n, count)?)),
                _ => Err(Fail::Malformed),
            }
        };
        let mut found = Multipliers::default();
        for (key, value) in Object::of(value)?.0 {
            let key = plain(&Json::String(key.clone()))?;
            let value = number(field, value)?;
            let (kind, rest) = key.split_once('[').ok_or(Fail::Malformed)?;
            let inside: Vec<&str> = rest.strip_suffix(']').ok_or(Fail::Malformed)?.split(',').collect();
            match (kind, inside.as_slice()) {
                ("column", [j]) => {
                    found.columns.insert(index(j, inputs)?, value);
                }
                ("condition", [n]) => {
                    found.conditions.insert(index(n, conditions)?, value);
                }
                ("pair", [j, l, n @ ..]) if n.len() < 2 => {
                    found.pairs.insert(place(j, l, n.first().copied())?, value);
                }
                ("excess", [i, j, l, n @ ..]) if n.len() < 2 => {
                    found.excesses.insert((index(i, outputs)?, place(j, l, n.first().copied())?), value);
                }
                _ => return Err(Fail::Malformed),
            }
        }
        form(found.excesses.keys().all(|(_, place)| found.pairs.contains_key(place)))?;
        Ok(found)
    }

    /// What no mechanism of the demand and the conditions exceeds in the sum of W_ij P_ij.
    fn bound(&self, field: &Field, weights: &Matrix, asked: &Asked, conditions: &[Condition]) -> Result<Num, Fail> {
        let mut moved = weights.clone();
        let mut less = Num::from(0);
        for (&n, z) in &self.conditions {
            let condition = &conditions[n];
            require(condition.is_equal || field.signs(z)?.at_least_zero(), "condition-sign")?;
            let factor = z.mul(&condition.sign);
            for (&(i, j), a) in &condition.terms {
                moved[i][j] = moved[i][j].add(&factor.mul(a));
            }
            less = less.add(&factor.mul(&condition.bound));
        }
        Ok(self.unconditional_bound(field, &moved, asked)?.sub(&less))
    }

    fn unconditional_bound(&self, field: &Field, weights: &Matrix, asked: &Asked) -> Result<Num, Fail> {
        let zero = Num::from(0);
        let inputs = weights[0].len();
        let column = |j: usize| self.columns.get(&j).unwrap_or(&zero);
        for (pair, y) in &self.pairs {
            require(asked.pairs.contains_key(pair), "multiplier-asked")?;
            require(field.signs(y)?.at_least_zero(), "multiplier-sign")?;
        }
        for ((_, place), mu) in &self.excesses {
            require(field.signs(mu)?.at_least_zero(), "excess-sign")?;
            require(field.is_at_most(mu, &self.pairs[place])?, "excess-share")?;
        }
        let mut bound = total(self.columns.values().cloned());
        if self.pairs.is_empty() && !asked.pure.is_empty() {
            let ratios: Vec<Num> = asked.pure.iter().map(|(_, ratio)| ratio.clone()).collect();
            let ratio = field.smallest(&ratios)?;
            let impossible = inputs > 1 && field.is_less(&ratio, &Num::from(1))?;
            for row in weights {
                let (mut gains, mut losses) = (Num::from(0), Num::from(0));
                for (j, w) in row.iter().enumerate() {
                    let c = w.sub(column(j));
                    let signs = field.signs(&c)?;
                    require(signs.at_least_zero() || signs.at_most_zero(), "row-sign")?;
                    if signs.at_least_zero() {
                        gains = gains.add(&c);
                    } else {
                        losses = losses.add(&c);
                    }
                }
                let most = ratio.mul(&gains).add(&losses);
                require(impossible || field.signs(&most)?.at_most_zero(), "row-bound")?;
            }
            return Ok(bound);
        }
        let mut reached: Vec<Vec<Num>> = weights.iter().map(|row| (0..row.len()).map(|j| column(j).clone()).collect()).collect();
        for (&(i, (j, l, n)), mu) in &self.excesses {
            let ratio = &asked.pairs[&(j, l, n)].0;
            reached[i][j] = reached[i][j].add(mu);
            reached[i][l] = reached[i][l].sub(&ratio.mul(mu));
        }
        for (row, most) in weights.iter().zip(&reached) {
            for (w, y) in row.iter().zip(most) {
                require(field.is_at_most(w, y)?, "weight-reached")?;
            }
        }
        for (pair, y) in &self.pairs {
            bound = bound.add(&asked.pairs[pair].1.mul(y));
        }
        Ok(bound)
    }
}

/// The objective of a mechanism that is alike under all relabellings, and the bound of multipliers that are: section 4.1.
fn by_symmetry(
    field: &Field,
    rows: &Matrix,
    maximised: bool,
    asked: &Asked,
    (y, p, x): (&Num, &Num, &Num),
) -> Result<(Num, Num), Fail> {
    let k = rows.len();
    require(k >= 2, "symmetric")?;
    let (a, b) = (rows[0][0].clone(), rows[0][1].clone());
    for (i, row) in rows.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            require(field.signs(&entry.sub(if i == j { &a } else { &b }))?.is_zero(), "symmetric")?;
        }
    }
    let (zero, count) = (Num::from(0), |n: usize| Num::from(n as i64));
    require(field.signs(&a)?.at_least_zero() && field.signs(&b)?.at_least_zero(), "entry-sign")?;
    require(field.signs(&a.add(&count(k - 1).mul(&b)).sub(&Num::from(1)))?.is_zero(), "column-sum")?;
    let (ratio, delta) = &asked.pairs[&(0, 1, 0)];
    let excess = |u: &Num, v: &Num| field.largest(&[zero.clone(), u.sub(&ratio.mul(v))]);
    let slack = excess(&a, &b)?.add(&excess(&b, &a)?).add(&count(k - 2).mul(&excess(&b, &b)?));
    require(field.is_at_most(&slack, delta)?, "slack")?;
    require(field.signs(x)?.at_least_zero(), "excess-sign")?;
    require(field.is_at_most(x, p)?, "excess-share")?;
    let weight = Num::from(if maximised { 1 } else { -1 });
    require(field.is_at_most(&weight, &y.add(&count(k - 1).mul(x)))?, "weight-reached")?;
    require(field.signs(&y.sub(&ratio.mul(x)))?.at_least_zero(), "weight-reached")?;
    let bound = count(k).mul(y).add(&delta.mul(&count(k * (k - 1))).mul(p));
    let value = count(k).mul(&a);
    Ok(if maximised { (value, bound) } else { (bound.neg(), value) })
}

fn turned(weights: &Matrix) -> Matrix {
    weights.iter().map(|row| row.iter().map(Num::neg).collect()).collect()
}

// --- the claims

/// The evidence of a text that is well formed.
pub fn certificate(whole: &Json) -> Result<Evidence, Fail> {
    form(Object::of(whole)?.word("schema")? == "rropt.certificate/2")?;
    claim(whole, true)
}

fn claim(whole: &Json, is_top: bool) -> Result<Evidence, Fail> {
    let parts = Object::of(whole)?;
    form(is_top == parts.has("schema"))?;
    let keys = |own: &[&str]| -> Result<(), Fail> {
        let shared: &[&str] = if is_top { &["schema", "claim", "field"] } else { &["claim", "field"] };
        parts.keys(&[shared, own].concat())
    };
    let name = parts.word("claim")?;
    let where_t_lies = domain(parts.get("field")?)?;
    let field = Field::new(where_t_lies);
    match name.as_str() {
        "satisfies" | "violates" => {
            let is_violated = name == "violates";
            keys(if is_violated { &["mechanism", "notion", "event"] } else { &["mechanism", "notion"] })?;
            let rows = matrix(&field, parts.get("mechanism")?)?;
            let demand = Demand::read(&field, parts.get("notion")?, rows[0].len())?;
            let event = if is_violated { Some(event(parts.get("event")?, rows.len(), rows[0].len())?) } else { None };
            Ok(Box::new(move || {
                is_stochastic(&field, &rows)?;
                let asked = demand.asked(&field, rows[0].len())?;
                let Some((members, j, l)) = &event else { return satisfies(&field, &rows, &asked) };
                let bounds: Vec<&(Num, Num)> =
                    asked.pairs.iter().filter(|(place, _)| (place.0, place.1) == (*j, *l)).map(|(_, bound)| bound).collect();
                require(!bounds.is_empty(), "event-asked")?;
                let mut is_violated = false;
                for (ratio, delta) in bounds {
                    let excess = total(members.iter().map(|&i| rows[i][*j].sub(&ratio.mul(&rows[i][*l]))));
                    is_violated |= field.is_less(delta, &excess)?;
                }
                require(is_violated, "violation")
            }))
        }
        "optimal" | "within" => {
            let objective = Object::of(parts.get("objective")?)?.word("name")?;
            if !LINEAR.contains(&objective.as_str()) {
                return Err(Fail::Other);
            }
            let ends: &[&str] = if name == "optimal" { &["value", "value"] } else { &["lower", "upper"] };
            let own: &[&str] = &["notion", "mechanism", "inputs", "outputs", "objective", "multipliers", "conditions?"];
            keys(&[own, if name == "optimal" { &ends[..1] } else { ends }].concat())?;
            let rows = matrix(&field, parts.get("mechanism")?)?;
            let (outputs, inputs) = (rows.len(), rows[0].len());
            form(labels(parts.get("inputs")?)? == inputs && labels(parts.get("outputs")?)? == outputs)?;
            let demand = Demand::read(&field, parts.get("notion")?, inputs)?;
            let objective = Objective::read(&field, parts.get("objective")?, outputs, inputs)?;
            let conditions = Condition::read_all(&field, &parts, outputs, inputs)?;
            let (lower, upper) = (number(&field, parts.get(ends[0])?)?, number(&field, parts.get(ends[1])?)?);
            let written = Object::of(parts.get("multipliers")?)?;
            if objective.is_trace && conditions.is_empty() && demand.is_common() && written.has("excess") {
                written.keys(&["column", "pair", "excess"])?;
                let of = |key: &str| number(&field, written.get(key)?);
                let (y, p, x) = (of("column")?, of("pair")?, of("excess")?);
                return Ok(Box::new(move || {
                    let asked = demand.asked(&field, inputs)?;
                    let (least, most) = by_symmetry(&field, &rows, objective.maximised, &asked, (&y, &p, &x))?;
                    require(field.is_at_most(&lower, &least)?, "lower-bound")?;
                    require(field.is_at_most(&most, &upper)?, "upper-bound")
                }));
            }
            let shape = (outputs, inputs);
            let multipliers = Multipliers::read(&field, parts.get("multipliers")?, shape, &demand, conditions.len())?;
            Ok(Box::new(move || {
                is_stochastic(&field, &rows)?;
                objective.is_sound(&field)?;
                let asked = demand.asked(&field, inputs)?;
                satisfies(&field, &rows, &asked)?;
                conditions.iter().try_for_each(|condition| condition.is_met(&field, &rows))?;
                let attained = objective.value(&rows);
                let (least, most) = if objective.maximised {
                    (attained, multipliers.bound(&field, &objective.weights, &asked, &conditions)?)
                } else {
                    (multipliers.bound(&field, &turned(&objective.weights), &asked, &conditions)?.neg(), attained)
                };
                require(field.is_at_most(&lower, &least)?, "lower-bound")?;
                require(field.is_at_most(&most, &upper)?, "upper-bound")
            }))
        }
        "infeasible" => {
            keys(&["notion", "inputs", "outputs", "multipliers", "requirement?", "conditions?"])?;
            let (outputs, inputs) = (labels(parts.get("outputs")?)?, labels(parts.get("inputs")?)?);
            let demand = Demand::read(&field, parts.get("notion")?, inputs)?;
            let conditions = Condition::read_all(&field, &parts, outputs, inputs)?;
            let shape = (outputs, inputs);
            let multipliers = Multipliers::read(&field, parts.get("multipliers")?, shape, &demand, conditions.len())?;
            let requirement = if parts.has("requirement") {
                let wanted = Object::of(parts.get("requirement")?)?;
                wanted.keys(&["objective", "bound"])?;
                let objective = Objective::read(&field, wanted.get("objective")?, outputs, inputs)?;
                Some((objective, number(&field, wanted.get("bound")?)?))
            } else {
                None
            };
            Ok(Box::new(move || {
                let asked = demand.asked(&field, inputs)?;
                let (weights, wanted) = match &requirement {
                    None => (vec![vec![Num::from(0); inputs]; outputs], Num::from(0)),
                    Some((objective, bound)) => {
                        objective.is_sound(&field)?;
                        if objective.maximised {
                            (objective.weights.clone(), bound.clone())
                        } else {
                            (turned(&objective.weights), bound.neg())
                        }
                    }
                };
                let most = multipliers.bound(&field, &weights, &asked, &conditions)?;
                require(field.is_less(&most, &wanted)?, "contradiction")
            }))
        }
        "compare" => compare(&field, &parts, &keys),
        "pieces" => {
            form(is_top)?;
            keys(&["pieces"])?;
            let pieces = list(parts.get("pieces")?)?;
            form(!pieces.is_empty())?;
            let all = pieces.iter().map(|piece| claim(piece, false)).collect::<Result<Vec<Evidence>, Fail>>()?;
            let joins = join(&parts, pieces);
            Ok(Box::new(move || {
                joins.clone()?;
                all.iter().try_for_each(|evidence| evidence())
            }))
        }
        _ => Err(Fail::Other),
    }
}

fn event(value: &Json, outputs: usize, inputs: usize) -> Result<(Vec<usize>, usize, usize), Fail> {
    let parts = Object::of(value)?;
    parts.keys(&["rows", "input", "against"])?;
    let rows = list(parts.get("rows")?)?.iter().map(|x| index(&plain(x)?, outputs)).collect::<Result<Vec<usize>, Fail>>()?;
    let (j, l) = (index(&parts.word("input")?, inputs)?, index(&parts.word("against")?, inputs)?);
    form(j != l && rows.windows(2).all(|two| two[0] < two[1]))?;
    Ok((rows, j, l))
}

enum Reason {
    Garbling(Matrix),
    Decision(Vec<Num>, Matrix),
}

fn reason(field: &Field, value: &Json, is_garbling: bool, of: &Matrix) -> Result<Reason, Fail> {
    let parts = Object::of(value)?;
    if is_garbling {
        parts.keys(&["garbling"])?;
        let garbling = matrix(field, parts.get("garbling")?)?;
        form(garbling[0].len() == of.len())?;
        return Ok(Reason::Garbling(garbling));
    }
    parts.keys(&["prior", "gains"])?;
    let (prior, gains) = (vector(field, parts.get("prior")?)?, matrix(field, parts.get("gains")?)?);
    form(prior.len() == of[0].len() && gains[0].len() == of[0].len())?;
    Ok(Reason::Decision(prior, gains))
}

/// The value of a mechanism in a decision problem: the best action for each output.
fn decided(field: &Field, prior: &[Num], gains: &Matrix, rows: &Matrix) -> Result<Num, Fail> {
    let mut sum = Num::from(0);
    for row in rows {
        let mean = |gain: &Vec<Num>| total(prior.iter().zip(gain).zip(row).map(|((w, g), p)| w.mul(g).mul(p)));
        sum = sum.add(&field.largest(&gains.iter().map(mean).collect::<Vec<Num>>())?);
    }
    Ok(sum)
}

fn shown(field: &Field, reason: &Reason, a: &Matrix, b: &Matrix) -> Result<(), Fail> {
    match reason {
        Reason::Garbling(garbling) => {
            is_stochastic(field, garbling)?;
            require(garbling.len() == b.len() && a[0].len() == b[0].len(), "garbling")?;
            for (c, wanted) in garbling.iter().zip(b) {
                for (j, x) in wanted.iter().enumerate() {
                    let found = total(c.iter().zip(a).map(|(c, row)| c.mul(&row[j])));
                    require(field.signs(&found.sub(x))?.is_zero(), "garbling")?;
                }
            }
            Ok(())
        }
        Reason::Decision(prior, gains) => {
            is_prior(field, prior)?;
            let (less, more) = (decided(field, prior, gains, a)?, decided(field, prior, gains, b)?);
            require(field.is_less(&less, &more)?, "decision")
        }
    }
}

fn compare(field: &Field, parts: &Object, keys: &dyn Fn(&[&str]) -> Result<(), Fail>) -> Result<Evidence, Fail> {
    let (forward_garbles, backward_garbles) = match parts.word("relation")?.as_str() {
        "at least as informative" => (true, None),
        "not at least as informative" => (false, None),
        "equivalent" => (true, Some(true)),
        "strictly more informative" => (true, Some(false)),
        "incomparable" => (false, Some(false)),
        _ => return Err(Fail::Malformed),
    };
    let own: &[&str] = &["first", "second", "relation", "forward", "notion?"];
    keys(&[own, if backward_garbles.is_some() { &["backward"] } else { &[] }].concat())?;
    let (first, second) = (matrix(field, parts.get("first")?)?, matrix(field, parts.get("second")?)?);
    form(first[0].len() == second[0].len())?;
    let forward = reason(field, parts.get("forward")?, forward_garbles, &first)?;
    let backward = match backward_garbles {
        Some(garbles) => Some(reason(field, parts.get("backward")?, garbles, &second)?),
        None => None,
    };
    let demand = if parts.has("notion") { Some(Demand::read(field, parts.get("notion")?, first[0].len())?) } else { None };
    form(demand.iter().all(Demand::is_common))?;
    let field = field.clone();
    Ok(Box::new(move || {
        is_stochastic(&field, &first)?;
        is_stochastic(&field, &second)?;
        if let Some(demand) = &demand {
            let asked = demand.asked(&field, first[0].len())?;
            satisfies(&field, &first, &asked)?;
            satisfies(&field, &second, &asked)?;
        }
        shown(&field, &forward, &first, &second)?;
        backward.as_ref().map_or(Ok(()), |reason| shown(&field, reason, &second, &first))
    }))
}

const OF_AN_OPTIMUM: [&str; 15] = [
    "value", "lower", "upper", "mechanism", "minimisers", "orbits", "classes", "multipliers", "dual", "inverse", "estimator",
    "matrix", "triangle", "moments", "places",
];

/// The keys with what answers the question of a claim or shows the answer: section 7, pieces.
fn answers(claim: &str) -> &'static [&'static str] {
    match claim {
        "optimal" | "within" => &OF_AN_OPTIMUM,
        "violates" => &["event"],
        "infeasible" => &["multipliers"],
        "compare" => &["forward", "backward"],
        _ => &[],
    }
}

/// One end of a field: the JSON of its CUT, and whether the field contains it.
fn ends(field: &Json) -> Result<[(Json, bool); 2], Fail> {
    let parts = Object::of(field)?;
    if parts.has("t") {
        let point = (parts.get("t")?.clone(), true);
        return Ok([point.clone(), point]);
    }
    let brackets = parts.word("ends")?;
    Ok([(parts.get("from")?.clone(), brackets.starts_with('[')), (parts.get("to")?.clone(), brackets.ends_with(']'))])
}

/// Whether the pieces ask one question on neighbouring parts that cover the whole.
fn join(top: &Object, pieces: &[Json]) -> Result<(), Fail> {
    let question = |piece: &Json| -> Result<BTreeMap<Text, Json>, Fail> {
        let parts = Object::of(piece)?;
        let mut left = parts.0.clone();
        for key in answers(&parts.word("claim")?).iter().chain(&["field"]) {
            left.remove(&text(key));
        }
        Ok(left)
    };
    let first = question(&pieces[0])?;
    for piece in pieces {
        require(question(piece)? == first, "pieces-question")?;
    }
    let fields = pieces.iter().map(|piece| Object::of(piece)?.get("field")).collect::<Result<Vec<&Json>, Fail>>()?;
    for two in fields.windows(2) {
        let (before, after) = (ends(two[0])?[1].clone(), ends(two[1])?[0].clone());
        require(before.0 == after.0 && (before.1 || after.1), "pieces-gap")?;
    }
    let whole = top.get("field")?;
    require(!Object::of(whole)?.has("t"), "pieces-cover")?;
    let covered = [ends(fields[0])?[0].clone(), ends(fields[fields.len() - 1])?[1].clone()];
    require(covered == ends(whole)?, "pieces-cover")
}

