//! What a Deployment is.

use super::parts::{Choice, Look, Segmented};
use super::set_controls::Stepper;
use crate::act::{Act, ClusterMessage};
use crate::language::use_language;
use podlab::api::deployment::{DeploymentSpec, DeploymentStrategyType};
use podlab::manifest::schema::Shared;
use podlab_stage::deployment_spec::DeploymentField;
use podlab_stage::spec::Setting;
use yew::prelude::*;

/// What the fields of a Deployment need.
#[derive(Debug, PartialEq, Properties)]
pub struct DeploymentFieldsProps {
    /// What the Deployment is.
    pub spec: Shared<DeploymentSpec>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// What the Deployment is.
#[component]
pub fn DeploymentFields(DeploymentFieldsProps { spec, on }: &DeploymentFieldsProps) -> Html {
    use_language();
    let stepper = |field: DeploymentField, name: &'static str, step: i64| {
        let setting = Setting::OfDeployment(field);
        html! { <Stepper {setting} {name} value={field.value(spec)} {step} on={on.clone()} /> }
    };
    let strategies = [DeploymentStrategyType::RollingUpdate, DeploymentStrategyType::Recreate];
    let choice = |strategy: DeploymentStrategyType| {
        let setting = Setting::OfDeployment(DeploymentField::Strategy);
        let act = Act::Cluster(ClusterMessage::Set(setting, strategy.as_str().to_owned()));
        Choice::new(strategy.as_str(), spec.strategy() == strategy, act)
    };
    html! {
        <section class="target">
            <Segmented
                name="deployment-strategy"
                legend="strategy"
                look={Look::Block}
                choices={strategies.map(choice).to_vec()}
                on={on.clone()}
            />
            if spec.strategy() == DeploymentStrategyType::RollingUpdate {
                { stepper(DeploymentField::MaxSurge, "maxSurge", 1) }
                { stepper(DeploymentField::MaxUnavailable, "maxUnavailable", 1) }
            }
            { stepper(DeploymentField::MinReady, "minReadySeconds", 5) }
            { stepper(DeploymentField::ProgressDeadline, "progressDeadlineSeconds", 10) }
            { stepper(DeploymentField::HistoryLimit, "revisionHistoryLimit", 1) }
        </section>
    }
}
