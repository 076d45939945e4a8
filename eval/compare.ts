/**
 * `npm run eval:compare`: does `report --compare` keep its word? 2,000 made-up comparisons whose truth is known: how many
 * 95 % intervals hold it (95 ± 1.5 %), and how often `--fail-on worse` fails where nothing changed (at most 5 %).
 * `npm run eval:compare -- 200` makes fewer. Ends with 1 where a figure is not kept.
 */
import { SCENARIOS, simulate, type Tally } from './lib/compare/simulate.js';
import { table } from './lib/statistics.js';

const comparisons = Math.max(1, Math.round(Number(process.argv[2] ?? 2_000) / SCENARIOS.length));
const rows: string[][] = [];
const tallies: { harmed: number; tally: Tally }[] = [];
for (const scenario of SCENARIOS) {
  const tally = await simulate(scenario, comparisons);
  tallies.push({ harmed: scenario.harmed, tally });
  const shares = Object.values(tally.held).map((one) => percent(one.held, one.of));
  rows.push([scenario.name, String(comparisons), ...shares, percent(tally.alarms, comparisons)]);
}
const head = ['what', 'comparisons', 'accuracy held', 'F1 held', 'macro F1 held', 'gate fails'];
console.log(table([head, ...rows]));

const all = tallies.flatMap(({ tally }) => Object.values(tally.held));
const [held, of] = [sum(all.map((one) => one.held)), sum(all.map((one) => one.of))];
const still = tallies.filter(({ harmed }) => harmed === 0).map(({ tally }) => tally);
const [alarms, tries] = [sum(still.map((one) => one.alarms)), sum(still.map((one) => one.comparisons))];
const moved = tallies.filter(({ harmed }) => harmed > 0).map(({ tally }) => tally);
console.log(`\n95 % intervals that hold the truth: ${percent(held, of)} of ${of}`);
console.log(
  `false alarms of --fail-on worse:    ${percent(alarms, tries)} of ${tries} (two models, four figures that are asked for)`,
);
console.log(
  `found where 15 % are harmed:        ${percent(sum(moved.map((one) => one.alarms)), sum(moved.map((one) => one.comparisons)))}`,
);
const share = (100 * held) / of;
if (Math.abs(share - 95) > 1.5 || alarms / tries > 0.05) {
  console.log('\nNot kept: 95 ± 1.5 % of the intervals, at most 5 % false alarms.');
  process.exitCode = 1;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
