//! Particles of Korean, which depend on the last sound of the word before them. A message file has both forms, as in `{name}이(가)`.

/// How the reading of a word ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Vowel,
    Rieul,
    Consonant,
}

/// Both forms together as a message file has them, then the one after a consonant and the one after a vowel.
const PARTICLES: [(&str, &str, &str); 7] = [
    ("이(가)", "이", "가"),
    ("은(는)", "은", "는"),
    ("을(를)", "을", "를"),
    ("과(와)", "과", "와"),
    (TOWARDS, "으로", "로"),
    ("이어야(여야)", "이어야", "여야"),
    ("(이)라", "이라", "라"),
];

/// The particle that has its short form after ㄹ too.
const TOWARDS: &str = "(으)로";

/// Adds text to a sentence. Each of its particles gets the form that fits the word before it; it keeps both if it is unknown how
/// that word is read.
pub fn push(out: &mut String, mut text: &str) {
    while let Some((at, (both, after_consonant, after_vowel))) = first(text) {
        out.push_str(&text[..at]);
        text = &text[at + both.len()..];
        out.push_str(match end(out) {
            None => both,
            Some(End::Vowel) => after_vowel,
            Some(End::Rieul) if both == TOWARDS => after_vowel,
            Some(End::Rieul | End::Consonant) => after_consonant,
        });
    }
    out.push_str(text);
}

/// Returns the first particle in a text, and where it begins.
fn first(text: &str) -> Option<(usize, (&'static str, &'static str, &'static str))> {
    if !text.contains('(') {
        return None;
    }
    let found = PARTICLES.iter().filter_map(|particle| Some((text.find(particle.0)?, *particle)));
    found.min_by_key(|(at, _)| *at)
}

/// Returns how the last word of a text ends when it is read; nothing for a script that is neither Hangul nor Latin.
fn end(text: &str) -> Option<End> {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let last = text.chars().next_back()?;
    match last {
        '가'..='힣' => Some(match (u32::from(last) - u32::from('가')) % 28 {
            0 => End::Vowel,
            8 => End::Rieul,
            _ => End::Consonant,
        }),
        // 일, 칠, 팔.
        '1' | '7' | '8' => Some(End::Rieul),
        // 영 or 십, 삼, 육.
        '0' | '3' | '6' => Some(End::Consonant),
        '0'..='9' => Some(End::Vowel),
        'a'..='z' | 'A'..='Z' => {
            let before = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            Some(of_word(&text[before.len()..]))
        }
        _ => None,
    }
}

/// Returns how a Latin word ends as Korean borrows it: 파드, 앱, 셋, 볼륨, 레이블.
fn of_word(word: &str) -> End {
    let lower = word.to_ascii_lowercase();
    let is_spelt = word.len() == 1
        || word.bytes().all(|b| b.is_ascii_uppercase())
        || !lower.bytes().any(is_vowel);
    if is_spelt {
        return match lower.as_bytes().last() {
            // 엘, 알.
            Some(b'l' | b'r') => End::Rieul,
            // 엠, 엔.
            Some(b'm' | b'n') => End::Consonant,
            _ => End::Vowel,
        };
    }
    let ends_in = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    if ends_in(&["l", "le"]) {
        End::Rieul
    } else if ends_in(&["m", "n", "me", "ne", "ng", "b", "ck", "ook", "pp"])
        || stops_after_vowel(lower.as_bytes())
    {
        End::Consonant
    } else {
        End::Vowel
    }
}

/// Returns whether a word ends in a stop that closes its last syllable: 셋 and 슬립, but 노트, 루프 and 클라이언트.
fn stops_after_vowel(word: &[u8]) -> bool {
    match *word {
        [.., b'o', b'o', b'p'] => false,
        [.., before, b'p'] | [before, b'c' | b'k' | b't'] => is_vowel(before),
        [.., earlier, before, b'c' | b'k' | b't'] => is_vowel(before) && !is_vowel(earlier),
        _ => false,
    }
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, file, speak, text};

    const KOREAN: &str = include_str!("../locales/ko.txt");

    fn with_particle(word: &str, text: &str) -> String {
        let mut out = word.to_owned();
        push(&mut out, text);
        out
    }

    #[test]
    fn a_particle_follows_the_last_sound_of_hangul() {
        assert_eq!(with_particle("파드", "이(가)"), "파드가");
        assert_eq!(with_particle("볼륨", "이(가)"), "볼륨이");
        assert_eq!(with_particle("컨테이너", "(으)로"), "컨테이너로");
        assert_eq!(with_particle("레이블", "(으)로"), "레이블로");
        assert_eq!(with_particle("샌드박스", "은(는) 레이블을(를)"), "샌드박스는 레이블을");
    }

    #[test]
    fn a_particle_follows_digits_as_they_are_read() {
        let subjects =
            ["web-0이", "web-1이", "web-2가", "web-3이", "web-4가", "web-5가", "web-6이"];
        for (number, subject) in subjects.into_iter().enumerate() {
            assert_eq!(with_particle(&format!("web-{number}"), "이(가)"), subject);
        }
        assert_eq!(with_particle("web-1", "(으)로"), "web-1로");
        assert_eq!(with_particle("web-3", "(으)로"), "web-3으로");
        assert_eq!(with_particle("web-9", "과(와)"), "web-9와");
        assert_eq!(with_particle("10", "(으)로"), "10으로");
    }

    #[test]
    fn a_particle_follows_latin_words_as_they_are_read() {
        for word in ["app", "StatefulSet", "SIGTERM", "Running", "Unknown", "volume", "hook", "web"]
        {
            assert_eq!(with_particle(word, "을(를)"), format!("{word}을"));
        }
        for word in ["Pod", "Ready", "True", "False", "Error", "nginx", "DNS", "node", "client"] {
            assert_eq!(with_particle(word, "을(를)"), format!("{word}를"));
        }
        for word in ["kubectl", "SIGKILL", "label", "Available", "YAML"] {
            assert_eq!(with_particle(word, "을(를)"), format!("{word}을"));
            assert_eq!(with_particle(word, "(으)로"), format!("{word}로"));
        }
    }

    #[test]
    fn marks_of_names_and_quotes_do_not_count() {
        assert_eq!(with_particle("*web-2", "*이(가)"), "*web-2*가");
        assert_eq!(with_particle("“sleep", "”(이)라는"), "“sleep”이라는");
        assert_eq!(with_particle("코드 1(Error)", "(으)로"), "코드 1(Error)로");
        assert_eq!(with_particle("", "이(가)"), "이(가)");
        assert_eq!(with_particle("日本", "이(가)"), "日本이(가)");
    }

    #[test]
    fn particles_in_what_is_filled_in_stay() {
        speak(Catalog::of(Language::Korean));
        assert_eq!(text::change_ready_true("a을(를)"), "*a을(를)*이 준비되었습니다.");
    }

    #[test]
    fn a_sentence_in_korean_has_particles_only_where_they_are_chosen() {
        for (key, text) in file::entries(KOREAN).expect("a message file") {
            let has_both = PARTICLES.iter().any(|particle| text.contains(particle.0));
            assert!(!has_both || file::next_place(text).is_some(), "{key} = {text}");
            for other in ["(가)", "(는)", "(를)", "(와)", "와(과)", "(으)", "(이)", "(여"]
            {
                let known: usize = PARTICLES
                    .iter()
                    .filter(|particle| particle.0.contains(other))
                    .map(|particle| text.matches(particle.0).count())
                    .sum();
                assert_eq!(text.matches(other).count(), known, "{key} = {text}");
            }
        }
    }
}
