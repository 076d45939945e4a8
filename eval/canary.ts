/**
 * `npm run eval:canary -- [SEEDS] [--commands N]`: other canaries for every seed (1,000 unless told), each in every place
 * and every encoding through the redactor: no eight characters in a row may be read. With `--commands N` the tests of
 * every command, verb and page are run as well, with N other seeds.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ENCODINGS } from '../fixtures/leaky-mcp/encodings.mjs';
import { createRedactor } from '../src/redact/redactor.js';
import { root } from './lib/campaign/command.js';
import { tellFigures } from './lib/campaign/figures.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commands: { type: 'string', default: '0' } },
});
const seeds = Number(positionals[0] ?? 1000);
let texts = 0;
let hits = 0;
let places = 0;
for (let seed = 1; seed <= seeds; seed += 1) {
  process.env.PROPERTY_SEED = String(seed);
  const { PLACES, readable }: typeof import('../test/lib/canary.js') = await import(
    `../test/lib/canary.js?seed=${seed}`
  );
  const redactor = createRedactor(Object.entries(PLACES).map(([name, value]) => ({ name, value })));
  const said = Object.entries(PLACES).flatMap(([place, secret]) =>
    Object.entries(ENCODINGS).map(([encoding, encode]) => [
      `${place}, ${encoding}`,
      redactor.text(encode(`the key ${secret} is in use`)),
    ]),
  );
  texts += said.length;
  places = Object.keys(PLACES).length;
  for (const hit of readable(Object.fromEntries(said))) {
    hits += 1;
    if (hits <= 10) console.log(`seed ${seed}: ${hit}`);
  }
}
tellFigures('canaries', `${seeds} seeds in ${places} places, ${texts} texts: ${hits} hits`);
let bad = hits;
for (let seed = 1; seed <= Number(values.commands); seed += 1) {
  const files = ['test/canary.test.ts', 'test/canary-encodings.test.ts'];
  const env = { ...process.env, PROPERTY_SEED: String(1000 + seed) };
  const { status } = spawnSync('npx', ['vitest', 'run', ...files, '--maxWorkers=1'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) bad += 1;
}
process.exitCode = bad === 0 ? 0 : 1;
