/**
 * `npm run eval:flattery`: can the offline judge be flattered? Some three hundred families of changes that tell a
 * reader nothing more, made to 200 real definitions of `MCPTEST_EVAL_DATA`; and forty definitions of our own,
 * rewritten by hand after the advice. Exit code 1 when a change gains more than it may, or rewriting too little.
 * `--lot=third` makes the families of one lot only, `--seed=2` draws other tools, `--tools=50` fewer.
 */
import { inputHash } from '../src/catalog/input-hash.js';
import { searchTerms } from '../src/catalog/words.js';
import { descriptionOf } from '../src/tdqs/hard-gates.js';
import type { ToolDef } from '../src/types/catalog.js';
import { everyCatalogue } from './lib/catalogues.js';
import { BLIND } from './lib/flattery/blind.js';
import { campaign, type FamilyGain, type Subject } from './lib/flattery/campaign.js';
import { FAMILIES, type Family } from './lib/flattery/families.js';
import { FIFTH } from './lib/flattery/fifth.js';
import { FOURTH } from './lib/flattery/fourth.js';
import { rewritingGains } from './lib/flattery/rewriting.js';
import { SIXTH } from './lib/flattery/sixth.js';
import { UNSEEN } from './lib/flattery/unseen.js';
import { randomOf } from './lib/random.js';
import { table } from './lib/statistics.js';

const option = (name: string): string | undefined =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const TOOLS = Number(option('tools') ?? 200);
const MOST_MEAN = 0.05;
const MOST = 0.3;
const LEAST_REWRITING = 0.8;

/** Later lots were written before anything was changed for them; what each gained then is in docs/decisions/tdqs.md. */
const LOTS: Readonly<Record<string, readonly Family[]>> = {
  'families of meaningless changes': FAMILIES,
  'families of a second lot': UNSEEN,
  'families of a third lot': BLIND,
  'families of a fourth lot': FOURTH,
  'families of a fifth lot': FIFTH,
  'families of a sixth lot': SIXTH,
};

interface Definition {
  server: string;
  tool: ToolDef;
  neighbours: readonly ToolDef[];
}

function definitions(from: string): Definition[] {
  const seen = new Set<string>();
  return everyCatalogue(from).flatMap(({ server, tools }) =>
    tools.flatMap((tool) => {
      const hash = inputHash(tool);
      if (descriptionOf(tool) === undefined || seen.has(hash)) return [];
      seen.add(hash);
      return [{ server, tool, neighbours: tools }];
    }),
  );
}

/** Words of two tools that have nothing to do with one another do not even begin alike. */
function isStranger({ name, inputSchema }: ToolDef, other: ToolDef): boolean {
  const properties = Object.keys((inputSchema as { properties?: object } | undefined)?.properties ?? {});
  const beginnings = (text: string): string[] => searchTerms(text).map((term) => term.slice(0, 5));
  const own = new Set(beginnings([name, ...properties].join(' ')));
  return beginnings(`${other.name} ${other.description}`).every((term) => !own.has(term));
}

function subjectsOf(all: readonly Definition[], seed: number): Subject[] {
  const random = randomOf(seed);
  const strangerTo = ({ server, tool }: Definition): ToolDef | undefined => {
    for (let tries = 0; tries < 1000; tries += 1) {
      const donor = random.pick(all);
      const long = String(donor.tool.description).length > 120;
      if (long && donor.server !== server && isStranger(tool, donor.tool)) return donor.tool;
    }
    return undefined;
  };
  const drawn = random.sample(all, 2 * TOOLS).flatMap((one) => {
    const [donor, second] = [strangerTo(one), strangerTo(one)];
    return donor === undefined || second === undefined ? [] : [{ one, donor, second }];
  });
  return drawn.slice(0, TOOLS).map(({ one, donor, second }) => ({
    ...one,
    around: {
      donor,
      second,
      sibling: one.neighbours.find(
        (other) => other.name !== one.tool.name && descriptionOf(other) !== undefined,
      ),
      siblings: one.neighbours.map(({ name }) => name),
    },
  }));
}

/** Prints what each family gained, the largest first. */
function show(what: string, gains: readonly FamilyGain[]): { mean: number; largest: number } {
  const rows = [...gains].sort((a, b) => b.largest - a.largest || b.mean - a.mean);
  console.log(`${gains.length} ${what}, on ${TOOLS} real tools (gain in TDQS)`);
  console.log(
    table([
      ['family', 'the largest gain', 'made', 'mean', 'largest'],
      ...rows.map((one) => [
        one.family,
        one.worst,
        String(one.made),
        one.mean.toFixed(2),
        one.largest.toFixed(1),
      ]),
    ]),
  );
  for (const one of rows.filter((row) => row.largest > MOST))
    console.log(`  ${one.largest.toFixed(1)} ${one.family}: ${JSON.stringify(one.text.slice(0, 400))}`);
  const made = gains.reduce((sum, one) => sum + one.made, 0);
  const mean = gains.reduce((sum, one) => sum + one.mean * one.made, 0) / made;
  const largest = Math.max(...gains.map((one) => one.largest));
  console.log(
    `${made} changes: mean gain ${mean.toFixed(3)} (at most ${MOST_MEAN}), largest ${largest.toFixed(1)} (at most ${MOST})`,
  );
  return { mean, largest };
}

const folder = process.env.MCPTEST_EVAL_DATA;
if (folder === undefined || folder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/.');
  process.exitCode = 2;
} else {
  const seed = Number(option('seed') ?? 1);
  const subjects = subjectsOf(definitions(folder), seed);
  const lot = option('lot');
  const gains = Object.entries(LOTS)
    .filter(([name]) => lot === undefined || name.includes(lot))
    .map(([name, families]) => show(name, campaign(subjects, families)));
  const rewritten = rewritingGains();
  const average = rewritten.reduce((sum, { before, after }) => sum + after - before, 0) / rewritten.length;
  console.log(
    `\n${rewritten.length} tools of our own, rewritten by hand after the advice: mean gain ${average.toFixed(2)} (at least ${LEAST_REWRITING})`,
  );
  console.log(
    table([
      ['tool', '', 'before', 'after'],
      ...rewritten.map((one) => [one.name, '', one.before.toFixed(1), one.after.toFixed(1)]),
    ]),
  );
  const fails = gains.some(({ mean, largest }) => mean > MOST_MEAN || largest > MOST);
  if (fails || average < LEAST_REWRITING) process.exitCode = 1;
}
