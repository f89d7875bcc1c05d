//! The part of JSON that certificates are written in: objects, lists and strings. A string is a list of code points.

use std::collections::BTreeMap;

use crate::Fail;

pub type Text = Vec<u32>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    Object(BTreeMap<Text, Json>),
    List(Vec<Json>),
    String(Text),
}

pub fn text(plain: &str) -> Text {
    plain.chars().map(|c| c as u32).collect()
}

const MOST_CHARACTERS: usize = 5 << 22;
const MOST_BRACKETS: usize = 1 << 18;

struct Reader {
    text: Text,
    at: usize,
}

/// The one value that the text is.
pub fn read(bytes: &[u8]) -> Result<Json, Fail> {
    let decoded = std::str::from_utf8(bytes).map_err(|_| Fail::Malformed)?;
    let text = text(decoded);
    let brackets = text.iter().filter(|&&c| c == '[' as u32 || c == '{' as u32).count();
    if text.len() > MOST_CHARACTERS || brackets > MOST_BRACKETS {
        return Err(Fail::Limit);
    }
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.skip();
    if reader.at < reader.text.len() {
        return Err(Fail::Malformed);
    }
    Ok(value)
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).and_then(|&c| char::from_u32(c))
    }

    fn skip(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += found as usize;
        found
    }

    fn expects(&mut self, wanted: char) -> Result<(), Fail> {
        if self.takes(wanted) {
            Ok(())
        } else {
            Err(Fail::Malformed)
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fail> {
        if depth > 400 {
            return Err(Fail::Limit);
        }
        self.skip();
        match self.peek() {
            Some('"') => self.string().map(Json::String),
            Some('[') => {
                self.at += 1;
                let mut items = Vec::new();
                self.skip();
                if self.takes(']') {
                    return Ok(Json::List(items));
                }
                loop {
                    items.push(self.value(depth + 1)?);
                    self.skip();
                    if self.takes(']') {
                        return Ok(Json::List(items));
                    }
                    self.expects(',')?;
                }
            }
            Some('{') => {
                self.at += 1;
                let mut entries = BTreeMap::new();
                self.skip();
                if self.takes('}') {
                    return Ok(Json::Object(entries));
                }
                loop {
                    self.skip();
                    let key = self.string()?;
                    self.skip();
                    self.expects(':')?;
                    let value = self.value(depth + 1)?;
                    if entries.insert(key, value).is_some() {
                        return Err(Fail::Malformed);
                    }
                    self.skip();
                    if self.takes('}') {
                        return Ok(Json::Object(entries));
                    }
                    self.expects(',')?;
                }
            }
            _ => Err(Fail::Malformed),
        }
    }

    fn unit(&mut self) -> Result<u32, Fail> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| c.to_digit(16)).ok_or(Fail::Malformed)?;
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }

    fn string(&mut self) -> Result<Text, Fail> {
        self.expects('"')?;
        let mut found = Vec::new();
        loop {
            let here = self.peek().ok_or(Fail::Malformed)?;
            self.at += 1;
            match here {
                '"' => return Ok(found),
                '\\' => {
                    let escaped = self.peek().ok_or(Fail::Malformed)?;
                    self.at += 1;
                    found.push(match escaped {
                        '"' | '\\' | '/' => escaped as u32,
                        'b' => 8,
                        'f' => 12,
                        'n' => 10,
                        'r' => 13,
                        't' => 9,
                        'u' => {
                            let first = self.unit()?;
                            let back = self.at;
                            let pair = (0xD800..0xDC00).contains(&first) && self.takes('\\') && self.takes('u');
                            match if pair { self.unit()? } else { 0 } {
                                second @ 0xDC00..=0xDFFF => 0x10000 + ((first - 0xD800) << 10) + second - 0xDC00,
                                _ => {
                                    self.at = back;
                                    first
                                }
                            }
                        }
                        _ => return Err(Fail::Malformed),
                    });
                }
                c if (c as u32) < 0x20 => return Err(Fail::Malformed),
                c => found.push(c as u32),
            }
        }
    }
}
