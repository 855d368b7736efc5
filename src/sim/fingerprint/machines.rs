//! Machines, what is attached to them, and what their controllers remember.

use super::shape::Shape;
use crate::cluster::attachments::{Attachment, Attachments};
use crate::cluster::machines::{
    Connectivity, Crossed, Drain, Machine, Machines, Offsets, PRESSURE, QUARANTINE, RUNTIME_GRACE,
    STARTUP_GRACE, Shutdown,
};

impl Shape<'_> {
    pub(crate) fn machines(&mut self) {
        let Machines { known, offsets, next_taint, evictions } = self.frame.world.parts().machines;
        if let Some(offsets) = offsets.filter(|_| self.frame.exact) {
            let Offsets { heartbeat, monitor, collect } = offsets;
            self.out.debug(&(heartbeat, monitor, collect));
        }
        for (id, machine) in known {
            self.out.number(u64::from(*id));
            self.machine(machine);
        }
        for (zone, at) in next_taint {
            self.out.text(zone);
            self.out.number(self.frame.until(*at));
        }
        for (pod, (since, until)) in evictions {
            self.out.option(self.frame.rank(*pod));
            self.out.number(self.frame.wait(*since, u64::MAX));
            self.out.number(self.frame.until(*until));
        }
    }

    fn machine(&mut self, machine: &Machine) {
        let Machine {
            connectivity,
            heard,
            created,
            is_new,
            since,
            deleted,
            // Outdated events do not count.
            token: _,
            started,
            drain,
            runtime_down,
            runtime_cause: _,
            network_down,
            no_app_armor,
            shutdown,
            taken,
            pressed,
            crossed,
            round,
        } = machine;
        let frame = &self.frame;
        let out = &mut self.out;
        out.debug(connectivity);
        out.option(heard.map(|heard| frame.wait(heard, 60_000)));
        out.option(created.map(|created| frame.wait(created, 2 * STARTUP_GRACE)));
        out.option(deleted.map(|deleted| frame.wait(deleted, 2 * QUARANTINE)));
        out.option(runtime_down.map(|down| frame.wait(down, RUNTIME_GRACE)));
        out.debug(&(is_new, started, network_down, no_app_armor, round, taken));
        for pressed in pressed {
            out.option(pressed.map(|pressed| frame.wait(pressed, PRESSURE)));
        }
        for [hard, soft] in crossed {
            // It does not matter since when a hard threshold is crossed.
            let age = soft.filter(|soft| !soft.is_met);
            out.option(age.map(|soft| frame.age(soft.since, u64::MAX)));
            for crossed in [hard, soft] {
                let met = crossed.is_some_and(|Crossed { since: _, is_met }| is_met);
                out.flag(met);
            }
        }
        if let Some(Shutdown { critical, is_last, until }) = shutdown {
            out.debug(&("off", critical, is_last));
            out.number(frame.until(*until));
        }
        if *connectivity == Connectivity::CutOff {
            // The waits of a kubelet that is cut off double up to half a minute.
            out.number(frame.wait(*since, u64::MAX));
        }
        if let Some(Drain { pods, until, next }) = drain {
            out.option(until.map(|until| frame.until(until)));
            out.number(frame.until(*next));
            for pod in pods {
                out.option(frame.rank(*pod));
            }
        }
    }

    pub(crate) fn attachments(&mut self) {
        let Attachments { volumes } = self.frame.world.parts().attachments;
        let mut volumes: Vec<_> = volumes.iter().collect();
        volumes.sort_by_key(|(name, _)| self.frame.volume(name));
        for (name, Attachment { users, waiting }) in volumes {
            self.out.option(self.frame.volume(name));
            for (pod, node) in users {
                self.out.option(self.frame.rank(*pod));
                self.out.number(u64::from(*node));
            }
            for (pod, token) in waiting {
                let is_present = self.sim.worker(*pod).is_some_and(|w| w.token == *token);
                self.out.option(self.frame.rank(*pod).filter(|_| is_present));
            }
        }
    }
}
