/**
 * `npm run eval:fuzz-parsers -- [COUNT] [SEED]`: COUNT inputs gone bad (2,000 unless told) for every reader of files and
 * bytes: each is read or refused in words. Then inputs that grow, and how the time grows with them.
 */
import { tellFigures } from './lib/campaign/figures.js';
import { grown, mutant, PARSERS, thrownBy } from './lib/campaign/parsers.js';
import { randomOf } from './lib/random.js';

const [count = 2000, seed = 1] = process.argv.slice(2).map(Number);
/** Four times the input may take so many times as long, as memory gets slower too; sixteen times would be quadratic. */
const MOST = 10;
/** Inputs grow until they take so long, or are nearly as long as a suite may be. */
const ENOUGH_MS = 40;
const MOST_BYTES = 1_000_000;
let bad = 0;
for (const parser of PARSERS) {
  const random = randomOf(seed);
  const seen = new Set<string>();
  let longest = 0;
  for (let n = 0; n < count; n += 1) {
    const bytes = mutant(parser.corpus, random);
    const began = process.cpuUsage();
    const thrown = await thrownBy(parser, bytes);
    longest = Math.max(longest, sinceMs(began));
    if (thrown === undefined || seen.has(thrown.message)) continue;
    seen.add(thrown.message);
    bad += 1;
    console.log(
      `${parser.name}, input ${n}: ${thrown.stack}\n  ${JSON.stringify(bytes.toString().slice(0, 300))}`,
    );
  }
  let times = 20;
  while (
    (await timed(parser, times)) < ENOUGH_MS &&
    grown(parser, 8 * times).length < (parser.most ?? MOST_BYTES)
  )
    times *= 2;
  let [small, large] = [await timed(parser, times), await timed(parser, 4 * times)];
  // What takes no time has no growth to speak of; where the machine had other work, a second try is no slower.
  if (large > 50 && large / small > MOST)
    [small, large] = [await timed(parser, times), await timed(parser, 4 * times)];
  const growth = large / small;
  const isSlow = large > 50 && growth > MOST;
  if (isSlow) bad += 1;
  console.log(
    `${parser.name}: ${count} inputs, ${seen.size} kinds of uncaught error, the longest took ${longest.toFixed(0)} ms; ${small.toFixed(1)} ms, four times as much ${large.toFixed(1)} ms (${growth.toFixed(1)} times)${isSlow ? ' TOO SLOW' : ''}`,
  );
}
tellFigures(
  'fuzzed readers',
  `${PARSERS.length} readers, ${count} inputs each (seed ${seed}): ${bad} uncaught or too slow`,
);
process.exitCode = bad === 0 ? 0 : 1;

/** Milliseconds of the processor, which others who use it do not lengthen; the best of five. */
async function timed(parser: (typeof PARSERS)[number], times: number): Promise<number> {
  const bytes = grown(parser, times);
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5; tries += 1) {
    const began = process.cpuUsage();
    await thrownBy(parser, bytes);
    best = Math.min(best, sinceMs(began));
  }
  return best;
}

function sinceMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
