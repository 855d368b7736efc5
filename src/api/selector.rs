//! Label selectors.

use crate::base::text::Text;
use crate::manifest::schema::{api_choice, api_object};
use std::collections::BTreeMap;

api_object! {
    /// The labels that an object must have to be selected. All requirements must hold.
    pub struct LabelSelector {
        /// Requirements as expressions.
        pub match_expressions: Vec<LabelSelectorRequirement> = "matchExpressions",
        /// Labels that must have exactly this value.
        pub match_labels: BTreeMap<Text, Text> = "matchLabels",
    }
}

api_object! {
    /// One requirement of a selector.
    pub struct LabelSelectorRequirement {
        /// The label.
        pub key: Text = "key",
        /// How the value is compared.
        pub operator: Option<LabelSelectorOperator> = "operator",
        /// The values to compare with.
        pub values: Vec<Text> = "values",
    }
}

api_choice! {
    /// How a requirement compares a label.
    pub enum LabelSelectorOperator {
        /// The value is one of these.
        In = "In",
        /// The label is missing, or its value is none of these.
        NotIn = "NotIn",
        /// The label is there.
        Exists = "Exists",
        /// The label is missing.
        DoesNotExist = "DoesNotExist",
    }
}

impl LabelSelector {
    /// Returns whether the selector has no requirement, so that it would select everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }

    /// Returns whether labels meet every requirement.
    ///
    /// ```
    /// use podlab::api::selector::{LabelSelector, LabelSelectorOperator, LabelSelectorRequirement};
    /// use std::collections::BTreeMap;
    ///
    /// let not_db = LabelSelectorRequirement {
    ///     key: "tier".into(),
    ///     operator: Some(LabelSelectorOperator::NotIn),
    ///     values: vec!["db".into()],
    /// };
    /// let selector = LabelSelector { match_expressions: vec![not_db], ..LabelSelector::default() };
    /// assert!(selector.matches(&BTreeMap::from([("tier".into(), "web".into())])));
    /// assert!(!selector.matches(&BTreeMap::from([("tier".into(), "db".into())])));
    /// assert!(selector.matches(&BTreeMap::new()), "NotIn also selects objects without the label");
    /// ```
    pub fn matches(&self, labels: &BTreeMap<Text, Text>) -> bool {
        self.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.match_expressions.iter().all(|requirement| requirement.holds(labels))
    }
}

impl LabelSelectorRequirement {
    fn holds(&self, labels: &BTreeMap<Text, Text>) -> bool {
        let value = labels.get(&self.key);
        let listed = value.is_some_and(|value| self.values.contains(value));
        match self.operator {
            None => false,
            Some(LabelSelectorOperator::In) => listed,
            Some(LabelSelectorOperator::NotIn) => !listed,
            Some(LabelSelectorOperator::Exists) => value.is_some(),
            Some(LabelSelectorOperator::DoesNotExist) => value.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_requirement_must_hold() {
        let labels = BTreeMap::from([("app".into(), "web".into()), ("tier".into(), "db".into())]);
        let mut selector = LabelSelector::default();
        selector.match_labels.insert("app".into(), "web".into());
        assert!(selector.matches(&labels));
        let mut require = |key: &'static str, operator, values: &[&'static str]| {
            selector.match_expressions = vec![LabelSelectorRequirement {
                key: key.into(),
                operator: Some(operator),
                values: values.iter().map(|value| Text::Static(value)).collect(),
            }];
            selector.matches(&labels)
        };
        assert!(require("tier", LabelSelectorOperator::In, &["cache", "db"]));
        assert!(!require("tier", LabelSelectorOperator::NotIn, &["db"]));
        assert!(require("zone", LabelSelectorOperator::NotIn, &["a"]));
        assert!(!require("zone", LabelSelectorOperator::Exists, &[]));
        assert!(require("zone", LabelSelectorOperator::DoesNotExist, &[]));
    }
}
