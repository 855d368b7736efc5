//! Work of an ordinary program: text, maps, trait objects, allocation. The result depends on the seed alone.
use std::collections::BTreeMap;

trait Shape {
    fn name(&self) -> String;
    fn area(&self, scale: f64) -> f64;
}

struct Square(f64);
struct Circle(f64);

impl Shape for Square {
    fn name(&self) -> String {
        format!("square of {}", self.0)
    }
    fn area(&self, scale: f64) -> f64 {
        self.0 * self.0 * scale
    }
}

impl Shape for Circle {
    fn name(&self) -> String {
        format!("circle of {}", self.0)
    }
    fn area(&self, scale: f64) -> f64 {
        self.0 * self.0 * 3.0 * scale
    }
}

fn work(seed: u64) -> u64 {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    };
    let mut sums: BTreeMap<String, (u64, f64)> = BTreeMap::new();
    for _ in 0..400 {
        let size = (next() % 50) as f64;
        let shape: Box<dyn Shape> =
            if next() % 2 == 0 { Box::new(Square(size)) } else { Box::new(Circle(size)) };
        let entry = sums.entry(shape.name()).or_default();
        entry.0 += 1;
        entry.1 += shape.area((next() % 7) as f64);
        if next() % 5 == 0 {
            let first = sums.keys().next().cloned();
            first.map(|key| sums.remove(&key));
        }
    }
    let mut lines: Vec<String> =
        sums.iter().map(|(name, (count, area))| format!("{name}: {count} {area:.2}")).collect();
    lines.sort_by(|a, b| b.cmp(a));
    lines.join("\n").bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn run(seed: u32) -> u32 {
    work(u64::from(seed)) as u32
}
