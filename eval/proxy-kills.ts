/**
 * `npm run eval:proxy-kills -- [COUNT] [SEED]`: kills agent, recorder or server at random moments (100 unless told), and
 * holds each time that no process stays and that the recording can be read.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnce, SIGNALS, VICTIMS } from './lib/proxy/kill-once.js';

const LATEST_MS = 300;
const [count = 100, seed = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'mcptest-kills-'));
const random = generator(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
let bad = 0;
let calls = 0;
let empty = 0;
for (let n = 0; n < count; n += 1) {
  const kill = {
    victim: pick(VICTIMS),
    signal: pick(SIGNALS),
    afterMs: Math.round(random() * LATEST_MS),
    talking: random() < 0.7,
  };
  const after = await killOnce({ ...kill, folder, mark: `kill-${process.pid}-${n}` });
  calls += after.calls;
  if (after.calls === 0) empty += 1;
  if (after.left.length === 0 && after.problem === undefined) continue;
  bad += 1;
  console.log(
    `${n}: ${kill.signal} to the ${kill.victim} after ${kill.afterMs} ms: ${JSON.stringify(after)}`,
  );
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `${count} kills (seed ${seed}): ${bad} left a process or a recording that cannot be read; ${calls} calls read back, ${empty} times none had been made yet`,
);
process.exitCode = bad === 0 ? 0 : 1;

/** Mulberry32: the same moments for the same seed. */
function generator(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
