/**
 * `npm run eval:chaos -- [COUNT] [SEED] [--only TEXT] [--loose] [--seen]`: the chaos matrix. Every fault of the chaos server over
 * stdio and HTTP, in both eras, met by a run, by conformance, by the front door, by the proxy and by a recording: the
 * verdict and the finding that `eval/lib/chaos/expected.json` names (`pinned.json` for single cells), in time, in little
 * memory, with a report that can be read and nobody left. COUNT cells of them where it is given, drawn with SEED. `--loose`
 * meets only those of which neither file names the outcome, and `--seen` prints what was seen as rows.
 */
import { parseArgs } from 'node:util';
import { tellFigures } from './lib/campaign/figures.js';
import { untilTold, wasTold } from './lib/campaign/until-told.js';
import { cells, isNamed, nameOf, wrongWith } from './lib/chaos/matrix.js';
import { meet } from './lib/chaos/meet.js';
import { randomOf } from './lib/random.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    loose: { type: 'boolean', default: false },
    seen: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
  },
});
const [count = 0, seed = 1] = positionals.map(Number);
const all = cells().filter(
  (cell) => new RegExp(values.only ?? '').test(nameOf(cell)) && !(values.loose && isNamed(cell)),
);
const chosen = count > 0 ? randomOf(seed).sample(all, count) : all;
const waiting = untilTold(chosen);
let met = 0;
let bad = 0;
let longest = { ms: 0, name: '' };
let largest = { mb: 0, name: '' };

async function work(): Promise<void> {
  for (const cell of waiting) {
    const name = nameOf(cell);
    const seen = await meet(cell).catch((error: Error) => ({
      outcome: 'none',
      findings: [] as string[],
      trouble: [error.message],
      ms: 0,
      peakMb: 0,
    }));
    if (wasTold()) return;
    met += 1;
    if (seen.ms > longest.ms) longest = { ms: seen.ms, name };
    if ((seen.peakMb ?? 0) > largest.mb) largest = { mb: seen.peakMb ?? 0, name };
    const wrong = wrongWith(cell, seen);
    if (values.seen) console.log(JSON.stringify({ ...cell, ...seen, ms: Math.round(seen.ms), wrong }));
    if (wrong.length === 0) continue;
    bad += 1;
    console.log(`BAD ${name}: ${wrong.join('; ')}`);
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
tellFigures(
  'chaos',
  `${met} of ${cells().length} cells${count > 0 ? ` (seed ${seed})` : ''}, ${bad} not as expected; the longest took ${(longest.ms / 1000).toFixed(1)} s (${longest.name}), the most memory was ${largest.mb} MB (${largest.name})`,
);
process.exitCode = bad === 0 ? 0 : 1;
