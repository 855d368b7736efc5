//! The languages that Podlab speaks.

/// A language of texts for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Bahasa Indonesia.
    Indonesian,
    /// Korean.
    Korean,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::Indonesian, Language::Korean];

    /// Returns its code: `en`, `id` or `ko`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Indonesian => "id",
            Language::Korean => "ko",
        }
    }

    /// Returns its name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Indonesian => "Bahasa Indonesia",
            Language::Korean => "한국어",
        }
    }

    /// Returns the language with which a code or locale such as `id`, `ko-KR` or `en_US.UTF-8` begins.
    pub fn parse(code: &str) -> Option<Language> {
        let end = code.find(['-', '_', '.']).unwrap_or(code.len());
        Language::ALL.into_iter().find(|language| code[..end].eq_ignore_ascii_case(language.code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_languages() {
        assert_eq!(Language::parse("ko_KR.UTF-8"), Some(Language::Korean));
        assert_eq!(Language::parse("id-ID"), Some(Language::Indonesian));
        assert_eq!((Language::parse("EN"), Language::parse("")), (Some(Language::English), None));
    }
}
