//! The glossary: what a word means, in the language that is chosen.

pub use crate::terms::{Section, Term};

use crate::language::named;
use crate::terms::{ENTRIES, Entry};
use crate::text;

impl Term {
    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// Returns the id that message files and links have for it.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// Returns the term with that id.
    pub fn with_id(id: &str) -> Option<Term> {
        Term::ALL.iter().copied().find(|term| term.id() == id)
    }

    /// Returns the part of the glossary that it is in.
    pub fn section(self) -> Section {
        self.entry().section
    }

    /// Returns what it is called.
    pub fn name(self) -> &'static str {
        named(&format!("term.{}.name", self.id())).unwrap_or(self.entry().name)
    }

    /// Returns its definition: one or two sentences.
    pub fn about(self) -> &'static str {
        named(&format!("term.{}", self.id())).unwrap_or(self.entry().about)
    }

    /// Returns the address of its official page; none for a word of Podlab's own.
    pub fn page(self) -> Option<String> {
        let page = self.entry().page;
        (!page.is_empty()).then(|| format!("https://kubernetes.io/docs/{page}"))
    }

    /// Returns the words that mean it, in Kubernetes' own spelling.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let Entry { name, words, .. } = self.entry();
        std::iter::once(*name).chain(words.iter().copied())
    }

    /// Returns the term that a word means.
    pub fn of_word(word: &str) -> Option<Term> {
        Term::ALL.iter().copied().find(|term| term.words().any(|known| known == word))
    }

    /// Returns the term that explains the reason of an Event; none for a reason that means something else there than elsewhere.
    ///
    /// ```
    /// use podlab_messages::Term;
    /// assert_eq!(Term::of_event("FailedMount"), Some(Term::FailedMount));
    /// assert_eq!(Term::of_event("Failed"), None, "it is also a phase");
    /// ```
    pub fn of_event(reason: &str) -> Option<Term> {
        Term::of_word(reason).filter(|term| !matches!(term, Term::Failed | Term::BackOff))
    }

    /// Returns the term that explains what kubectl prints under STATUS, or a reason that details may follow.
    ///
    /// ```
    /// use podlab_messages::Term;
    /// assert_eq!(Term::of_status("Init:CrashLoopBackOff"), Some(Term::CrashLoopBackOff));
    /// assert_eq!(Term::of_status("Init:0/2"), Some(Term::InitStatus));
    /// assert_eq!(Term::of_status("ExitCode:3"), Some(Term::ExitCode));
    /// assert_eq!(Term::of_status("Pending"), Some(Term::Pending));
    /// ```
    pub fn of_status(status: &str) -> Option<Term> {
        if let Some(reason) = status.strip_prefix("Init:") {
            return Some(Term::of_status(reason).unwrap_or(Term::InitStatus));
        }
        let (word, is_signal) = match status.split_once(':') {
            Some((word, _)) => (word, word == "Signal"),
            None => (status, false),
        };
        if is_signal { Some(Term::Signal) } else { Term::of_word(word) }
    }

    /// Returns whether a text that a reader types looks for it.
    pub fn is_found_by(self, typed: &str) -> bool {
        let typed = typed.trim().to_lowercase();
        let mut texts = [self.name(), self.about()].into_iter().chain(self.words());
        texts.any(|text| text.to_lowercase().contains(&typed))
    }
}

impl Section {
    /// All parts, in the order of the glossary.
    pub const ALL: [Section; 11] = [
        Section::Pods,
        Section::Conditions,
        Section::Containers,
        Section::Reasons,
        Section::Probes,
        Section::Ending,
        Section::Nodes,
        Section::Sets,
        Section::Storage,
        Section::Cluster,
        Section::Podlab,
    ];

    /// Returns its heading.
    pub fn title(self) -> &'static str {
        match self {
            Section::Pods => text::glossary_pods(),
            Section::Conditions => text::glossary_conditions(),
            Section::Containers => text::glossary_containers(),
            Section::Reasons => text::glossary_reasons(),
            Section::Probes => text::glossary_probes(),
            Section::Ending => text::glossary_ending(),
            Section::Nodes => text::glossary_nodes(),
            Section::Sets => text::glossary_sets(),
            Section::Storage => text::glossary_storage(),
            Section::Cluster => text::glossary_cluster(),
            Section::Podlab => text::glossary_podlab(),
        }
    }

    /// Returns the terms in it.
    pub fn terms(self) -> impl Iterator<Item = Term> {
        Term::ALL.iter().copied().filter(move |term| term.section() == self)
    }
}
