/** Whether the strength of suites ranks them as the bugs do that they catch, beside cheaper guesses. */
import type { Tally } from '../../../src/types/strength.js';
import { pad, spearman, spearmanInterval, table } from '../statistics.js';
import { agreement, type SuiteRow } from './agreement.js';
import { type FurtherRow, furtherSuites } from './further-suites.js';

const TARGET = 0.7;
const SEEDS = [1, 2, 3, 4, 5];

type Guess = (row: SuiteRow) => number | undefined;

const rateOf = ({ strength }: SuiteRow): number => strength.rate ?? 0;
const caught = (row: SuiteRow): number => row.caught.length;
/** Of the bugs that a suite could see: whether it looks, apart from what it asks. */
const seen = (row: SuiteRow): number => row.caught.length / Math.max(1, row.visible.length);

const GUESSES: Record<string, Guess> = {
  'kill rate': rateOf,
  'kill rate × tool coverage': (row) => rateOf(row) * row.coverage,
  'number of assertions': ({ assertions }) => assertions,
  'number of tests': ({ tests }) => tests,
  'tool coverage': ({ coverage }) => coverage,
};

export async function printAgreement(folder: string, seed: number): Promise<boolean> {
  const rows = await agreement({ folder, seed, mutation_seeds: SEEDS });
  printRows(rows);
  printCorrelations(rows);
  printCalibration(rows);
  printSeeds(rows);
  await printFurther(folder, rows, seed);
  const rate = spearman(rows.map(rateOf), rows.map(caught));
  const floor = Math.max(
    ...['number of assertions', 'number of tests', 'tool coverage'].map((name) => rank(name, rows)),
  );
  return rate >= TARGET && rate > floor;
}

function rank(name: string, rows: readonly SuiteRow[]): number {
  return spearman(
    rows.map((row) => GUESSES[name]!(row) ?? 0),
    rows.map(caught),
  );
}

function printRows(rows: readonly SuiteRow[]): void {
  const sorted = [...rows].sort((a, b) => rateOf(a) - rateOf(b));
  console.log(
    table([
      ['suite', '', 'rate %', 'bugs caught', 'could be seen', 'tests', 'assertions', 'tools %'],
      ...sorted.map((row) => [
        row.name,
        '',
        (rateOf(row) * 100).toFixed(1),
        String(row.caught.length),
        String(row.visible.length),
        String(row.tests),
        String(row.assertions),
        (row.coverage * 100).toFixed(0),
      ]),
    ]),
  );
}

function printCorrelations(rows: readonly SuiteRow[]): void {
  const full = rows.filter(({ coverage }) => coverage === 1);
  const families = [
    ...new Set(rows.flatMap(({ strength }) => strength.families.map(({ family }) => family))),
  ];
  const guesses: Record<string, Guess> = {
    ...GUESSES,
    ...Object.fromEntries(
      families.map((family) => [
        `${family} alone`,
        ({ strength }) => tallyIn(strength.families, family)?.rate,
      ]),
    ),
  };
  console.log(`\nRank correlation over ${rows.length} suites (target ${TARGET} for the kill rate)`);
  console.log(
    table([
      [
        'guess',
        '',
        'bugs caught',
        '95 % of resamples',
        'share of those seen',
        `all tools called (${full.length})`,
      ],
      ...Object.entries(guesses).map(([name, guess]) => {
        const known = rows.filter((row) => guess(row) !== undefined);
        const at = (some: readonly SuiteRow[], truth: (row: SuiteRow) => number): string => {
          const use = some.filter((row) => known.includes(row));
          return spearman(
            use.map((row) => guess(row)!),
            use.map(truth),
          ).toFixed(2);
        };
        const [low, high] = spearmanInterval(
          known.map((row) => guess(row)!),
          known.map(caught),
        );
        return [
          name,
          '',
          at(rows, caught),
          `${low.toFixed(2)} to ${high.toFixed(2)}`,
          at(rows, seen),
          at(full, caught),
        ];
      }),
    ]),
  );
}

function tallyIn(families: readonly (Tally & { family: string })[], family: string): Tally | undefined {
  return families.find((one) => one.family === family);
}

/** Of the bugs that suites of a rate could see, how many they caught: the rate should say it. */
function printCalibration(rows: readonly SuiteRow[]): void {
  console.log('\nKill rate, and the share of bugs caught among those that changed a reply');
  for (let low = 0; low < 100; low += 20) {
    const group = rows.filter((row) => Math.min(4, Math.floor(rateOf(row) * 5)) * 20 === low);
    const could = group.reduce((sum, { visible }) => sum + visible.length, 0);
    const did = group.reduce((sum, row) => sum + caught(row), 0);
    if (could > 0)
      console.log(
        `${pad(String(low), 3)} to ${pad(String(low + 20), 3)} %: ${pad(((did / could) * 100).toFixed(0), 3)} % of ${could}, ${group.length} suites`,
      );
  }
}

function printSeeds(rows: readonly SuiteRow[]): void {
  const spreads = rows
    .map(({ rates }) => (Math.max(...rates) - Math.min(...rates)) * 100)
    .sort((a, b) => a - b);
  const correlations = SEEDS.map((_, n) =>
    spearman(
      rows.map(({ rates }) => rates[n]!),
      rows.map(caught),
    ),
  );
  console.log(
    `\nSeeds ${SEEDS.join(', ')}: the rate of a suite differs by ${spreads[Math.floor(spreads.length / 2)]!.toFixed(1)} points (median), ${spreads.at(-1)!.toFixed(1)} at most; correlation ${correlations.map((one) => one.toFixed(2)).join(', ')}`,
  );
}

/** The suites of this seed once more, which must come out the same, and those of other seeds. */
async function printFurther(folder: string, rows: readonly SuiteRow[], seed: number): Promise<void> {
  const others = SEEDS.map((n) => seed + n);
  const [again, ...further] = await furtherSuites(folder, [seed, ...others]);
  const ran = new Map(rows.map((row) => [row.name, row.caught.join()]));
  const differ = again!.filter(({ name, caught: found }) => ran.get(name) !== found.join());
  if (differ.length > 0)
    console.log(`judged on kept replies otherwise than run: ${differ.map(({ name }) => name).join(', ')}`);
  const correlation = (some: readonly FurtherRow[], guess: (row: FurtherRow) => number): string =>
    spearman(
      some.map(guess),
      some.map((row) => row.caught.length),
    ).toFixed(2);
  const pooled = further.flat();
  console.log(
    `\n${pooled.length} further suites by the same rules, seeds ${others.join(', ')}: correlation ` +
      `${further.map((some) => correlation(some, ({ rate }) => rate)).join(', ')}; together ` +
      `${correlation(pooled, ({ rate }) => rate)}, with tool coverage ${correlation(pooled, ({ rate, coverage }) => rate * coverage)}`,
  );
}
