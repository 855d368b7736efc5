// jsc run.js -- SECONDS: makes instance after instance, and compares what each computes with what others have computed before.
const bytes = read("program.wasm", "binary");
const module = new WebAssembly.Module(bytes);
const expected = [];
for (let seed = 0; seed < 20; seed++) expected.push(new WebAssembly.Instance(module).exports.run(seed) >>> 0);
let instances = 0, wrong = 0, traps = 0;
const end = Date.now() + Number(arguments[0] ?? 20) * 1000;
while (Date.now() < end) {
  instances++;
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  try {
    let isRight = true;
    for (let turn = 0; turn < 5; turn++) for (let seed = 0; seed < 20; seed++) isRight &&= run(seed) >>> 0 === expected[seed];
    if (!isRight) wrong++;
  } catch (error) { traps++; print(String(error)); }
}
print(JSON.stringify({ instances, wrong, traps }));
