/** Each suite with its strength, with what it really notices, and with what else might have told. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planTests } from '../../../src/prepare/plan-tests.js';
import type { RunEnvelope } from '../../../src/types/envelope.js';
import type { Strength } from '../../../src/types/strength.js';
import { mutate } from '../../../src/verbs/strength/mutate.js';
import { madeSuites } from './made-suites.js';
import { askEverything, type Meeting, meetings, repliesIn, runAll, suiteName, writeSuites } from './truth.js';

const LIBRARY = fileURLToPath(new URL('../../../fixtures/library-mcp', import.meta.url));
const HAND_WRITTEN = join(LIBRARY, 'suites');

export const BUGS: string[] = Object.keys(
  JSON.parse(readFileSync(join(LIBRARY, 'bugs.json'), 'utf8')) as Record<string, string>,
);

export interface SuiteRow {
  name: string;
  strength: Strength;
  /** Rates with other seeds. */
  rates: number[];
  tests: number;
  assertions: number;
  /** Share of the tools that are called. */
  coverage: number;
  caught: string[];
  /** Bugs that changed a reply that the suite got. */
  visible: string[];
}

export interface AgreementOptions {
  /** An empty folder to write to. */
  folder: string;
  /** Chooses what the made suites ask and assert. */
  seed: number;
  /** Chooses the changes. */
  mutation_seeds: number[];
  bugs?: string[];
  /** Which of the suites, by name; all unless told. */
  keep?(name: string): boolean;
  progress?(text: string): void;
}

export async function agreement(options: AgreementOptions): Promise<SuiteRow[]> {
  const { folder, seed, bugs = BUGS, keep = () => true, progress = () => {} } = options;
  const reference = await runAll(writeSuites([askEverything()], folder), folder);
  const made = writeSuites(madeSuites(repliesIn(reference), seed), folder);
  const paths = [...made, ...handWritten()].filter((path) => keep(suiteName(path)));
  const base = await runAll(paths, folder);
  refuseRed(base);
  const met = new Map<string, Map<string, Meeting>>();
  for (const bug of bugs) {
    progress(bug);
    met.set(bug, meetings(base, await runAll(paths, folder, bug)));
  }
  const rows: SuiteRow[] = [];
  for (const path of paths) rows.push(await rowOf(path, { base, met, options }));
  return rows;
}

export function handWritten(): string[] {
  return readdirSync(HAND_WRITTEN)
    .sort()
    .map((file) => join(HAND_WRITTEN, file));
}

/** What fails without a bug would seem to catch every bug. */
function refuseRed({ results }: RunEnvelope): void {
  const red = results.filter(({ verdict }) => verdict !== 'pass');
  if (red.length === 0) return;
  const shown = red.map(({ file, name, checks }) => {
    const why = checks.find(({ outcome }) => outcome !== 'pass')?.message ?? '';
    return `${suiteName(file)}, ${name}: ${why}`;
  });
  throw new Error(`red without a bug:\n${shown.join('\n')}`);
}

interface Measured {
  base: RunEnvelope;
  met: Map<string, Map<string, Meeting>>;
  options: AgreementOptions;
}

async function rowOf(path: string, { base, met, options }: Measured): Promise<SuiteRow> {
  const name = suiteName(path);
  const { folder: cwd, mutation_seeds } = options;
  const saved = join(cwd, `${name}.json`);
  const own = base.results.filter(({ file }) => suiteName(file) === name);
  writeFileSync(saved, JSON.stringify({ ...base, results: own }));
  const strengths: Strength[] = [];
  for (const seed of mutation_seeds) {
    const { strength } = await mutate({ run: saved, paths: [path], cwd, workspace: cwd, seed });
    strengths.push(strength);
  }
  const { plan } = await planTests({ paths: [path], cwd, workspace: cwd });
  const steps = plan.cases.flatMap(({ test }) => test.steps);
  const called = base.coverage?.tools?.find(({ file }) => suiteName(file) === name);
  const bugsWhere = (holds: (one: Meeting) => boolean): string[] =>
    [...met].flatMap(([bug, of]) => (holds(of.get(name)!) ? [bug] : []));
  return {
    name,
    strength: strengths[0]!,
    rates: strengths.map(({ rate }) => rate ?? 0),
    tests: plan.cases.length,
    assertions: steps.reduce((sum, { expect }) => sum + expect.assertions.length, 0),
    coverage: called ? called.covered / called.total : 0,
    caught: bugsWhere(({ caught }) => caught),
    visible: bugsWhere(({ visible }) => visible),
  };
}
