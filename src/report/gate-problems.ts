/** What suites ask of all their tests together and did not get: tools that are called, changes that are noticed. */

import { wholeRun } from '../envelope/row-names.js';
import type { Confusion, Dataset } from '../types/dataset.js';
import type { Coverage, RunEnvelope } from '../types/envelope.js';
import type { Strength, StrengthGate } from '../types/strength.js';
import type { Reason } from '../types/verdict.js';
import { ratePercent } from './counts.js';
import type { Problem } from './problems.js';

const MAX_NAMED = 5;

export function coverageProblems(envelope: RunEnvelope): Problem[] {
  const { coverage } = envelope;
  if (coverage === undefined) return [];
  return (coverage.gates ?? []).flatMap(({ file, threshold, percent, passed }) => {
    if (passed === true) return [];
    const verdict = passed === false ? ('fail' as const) : ('inconclusive' as const);
    const message = `${percent}% of the tools are called${countText(coverage, file)}, ${threshold}% are required${uncoveredText(coverage, file)}`;
    const why = passed === false ? { message } : unmeasuredReason(coverage, file);
    return {
      source: 'coverage',
      verdict,
      name: 'tool coverage',
      checks: [],
      ...why,
      file,
      repro: wholeRun(envelope, file),
    };
  });
}

function unmeasuredReason(coverage: Coverage, file: string): Reason {
  const rows = (coverage.unmeasured ?? []).filter((row) => row.file === file);
  const message = rows.map(({ server, reason }) => `the tools of ${server} could not be listed: ${reason}`);
  return { message: message.join('; '), stderr: rows.flatMap(({ stderr = [] }) => stderr) };
}

/** 2 of 3 are shown as 67% and do not meet 67. */
function countText(coverage: Coverage, file: string): string {
  const rows = coverage.tools.filter((row) => row.file === file);
  const sum = (key: 'covered' | 'total') => rows.reduce((all, row) => all + row[key], 0);
  return rows.length === 0 ? '' : ` (${sum('covered')} of ${sum('total')})`;
}

function uncoveredText(coverage: Coverage, file: string): string {
  const rows = coverage.tools.filter((row) => row.file === file);
  const tools = rows.flatMap((row) => row.uncovered.map((tool) => `${row.server}.${tool}`));
  return tools.length === 0 ? '' : `; not called: ${tools.join(', ')}`;
}

export function strengthProblems(envelope: RunEnvelope): Problem[] {
  const { strength } = envelope;
  if (strength === undefined) return [];
  return (strength.gates ?? []).flatMap((gate) =>
    gate.passed === true
      ? []
      : {
          source: 'strength',
          verdict: gate.passed === false ? 'fail' : 'inconclusive',
          name: 'strength',
          checks: [],
          message: gate.passed === false ? weakText(strength, gate) : unmeasuredText(strength, gate),
          file: gate.file,
          repro: mutateCommand(envelope, strength, gate),
        },
  );
}

/** 2 of 3 are shown as 66 % and do not meet 67. */
function weakText(strength: Strength, { file, min, rate }: StrengthGate): string {
  const tally = file === undefined ? strength : strength.suites.find((suite) => suite.file === file);
  const counts = tally === undefined ? '' : ` (${tally.killed} of ${tally.mutants})`;
  return `${ratePercent(rate)} of the changed replies are noticed${counts}, ${min} % are required${weakestText(strength, file)}`;
}

/** The tests come with the hollow ones first, then the weakest. */
function weakestText({ tests }: Strength, file: string | undefined): string {
  const weak = ofSuite(tests, file).filter(({ survivors }) => survivors.length > 0);
  const hollow = weak.filter((test) => test.hollow);
  if (hollow.length > 0)
    return `; these tests pass with any answer: ${named(hollow.map(({ name }) => name))}`;
  const [weakest] = weak;
  return weakest === undefined ? '' : `; the weakest test: ${weakest.name} (${ratePercent(weakest.rate)})`;
}

function unmeasuredText({ unmeasured = [] }: Strength, { file, min, rate }: StrengthGate): string {
  const reasons = ofSuite(unmeasured, file).map(({ name, reason }) => `${name}: ${reason}`);
  const why = reasons.length === 0 ? '' : ` (${named(reasons)})`;
  const what = rate === undefined ? 'nothing could be measured' : 'not all of it could be measured';
  return `${min} % are required, and ${what}${why}`;
}

function ofSuite<T extends { file: string }>(list: readonly T[], file: string | undefined): T[] {
  return list.filter((one) => file === undefined || one.file === file);
}

function named(names: string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** It judges the gate again, and shows what survived. */
function mutateCommand(
  envelope: RunEnvelope,
  { seed }: Strength,
  { file, min }: Pick<StrengthGate, 'file' | 'min'>,
): string {
  const files = file === undefined ? [...new Set(envelope.results.map((row) => row.file))] : [file];
  const paths = files.map((one) => wholeRun(envelope, one).replace(/^mcptest run ?/, ''));
  const suites = paths.map((path) => path.replace(/ ?--(?:models|runs) .*$/, ''));
  const words = ['mcptest mutate', ...suites.filter((path) => path !== '')];
  if (file === undefined) words.push(`--fail-under ${min}`);
  if (seed !== 1) words.push(`--seed ${seed}`);
  return words.join(' ');
}

const MOST_PAIRS = 5;

/** Tools that were called where others were expected, the most frequent first. */
export function confusedPairs({ confusion }: Dataset, most = MOST_PAIRS): Confusion[] {
  return confusion.filter(({ expected, called }) => expected !== called).slice(0, most);
}

/** `search → fetch 3 (case one, case two, …)`. */
export function pairText({ expected, called, n, cases }: Confusion): string {
  const shown = cases.slice(0, 3).join(', ');
  return `${expected} → ${called} ${n} (${shown}${cases.length > 3 ? ', …' : ''})`;
}
