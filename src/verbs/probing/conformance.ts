/**
 * `mcptest conformance`: a server held against the specification, by what it declares. Tools are called only where they
 * are marked as harmless, and nothing is sent anywhere else.
 */
import { resolve } from 'node:path';
import {
  type BaselineVerdict,
  baselineText,
  type ExpectedFailure,
  holdAgainst,
  readExpected,
} from '../../conformance/baseline.js';
import { REVISIONS } from '../../conformance/check.js';
import { conform } from '../../conformance/conform.js';
import { deltaOf, readScorecard } from '../../conformance/delta.js';
import { compareGrades, isUntested } from '../../conformance/grade.js';
import { redactorOf } from '../../redact/open-redactor.js';
import { readText } from '../../source/read-text.js';
import { writeAtomic } from '../../store/files.js';
import { selfArgv } from '../../target/self-argv.js';
import { type TargetInput, targetSpec } from '../../target/target.js';
import type { Grade, Scorecard, ScorecardDelta } from '../../types/conformance.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { VERSION } from '../../util/version.js';

export interface ConformanceInput extends TargetInput {
  /** Judge by this revision; the newest that the handshake gives when absent. */
  revision?: string;
  /** Ids or patterns such as `C-LIST-*`. */
  only?: string[];
  /** Tools that may be called although nothing says that they only read. Destructive ones are not. */
  allow_calls?: string[];
  /** A file of expected failures. */
  baseline?: string;
  /** Expect what is broken now: write it to the baseline. */
  update?: boolean;
  /** An earlier scorecard. */
  compare?: string;
  /** A grade below this one fails. */
  fail_under?: Grade;
}

export interface ConformanceReport {
  scorecard: Scorecard;
  baseline?: BaselineVerdict;
  delta?: ScorecardDelta;
  /** What a person should know besides. */
  notes: string[];
  exit_code: number;
  closing: Promise<void>;
}

export async function checkConformance(input: ConformanceInput): Promise<ConformanceReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const at = (file: string) => resolve(cwd, file);
  refuseUnknownRevision(input.revision);
  const base =
    input.compare === undefined
      ? undefined
      : readScorecard(await readText(at(input.compare), input.compare), input.compare);
  const expected = await expectedFailures(input, at);
  const redactor = redactorOf(input);
  const spec = await targetSpec(input, redactor);
  const { scorecard: raw, closing } = await conform({
    spec,
    launch: {
      env: input.env ?? process.env,
      self: selfArgv(),
      version: VERSION,
      signal: input.signal,
      reach: input.reach,
      onSecret: redactor.add,
      redact: redactor.text,
    },
    revision: input.revision ?? spec.protocol,
    only: input.only,
    allow_calls: input.allow_calls,
    request_timeout_ms: input.request_timeout_ms,
  });
  const scorecard = redactor.value(raw) as Scorecard;
  const report: ConformanceReport = { scorecard, notes: [], exit_code: EXIT.ok, closing };
  if (base !== undefined) report.delta = deltaOf(base, scorecard);
  if (expected !== undefined) report.baseline = holdAgainst(scorecard.checks, expected);
  if (input.update && input.baseline !== undefined) {
    await writeAtomic(at(input.baseline), baselineText(scorecard.checks, expected ?? []));
    report.baseline = undefined;
    report.notes.push(`${input.baseline} now expects what is broken`);
  }
  report.exit_code = exitCodeOf(report, input);
  return report;
}

async function expectedFailures(
  { baseline, update }: ConformanceInput,
  at: (file: string) => string,
): Promise<ExpectedFailure[] | undefined> {
  if (update && baseline === undefined)
    throw new McptestError({
      code: 'baseline-missing',
      message: '--update needs the file that holds the expected failures',
      hint: 'Name it: mcptest conformance --baseline expected.json --update.',
    });
  if (baseline === undefined) return undefined;
  if (!update) return readExpected(await readText(at(baseline), baseline), baseline);
  const before = await readText(at(baseline), baseline).catch(() => undefined);
  return before === undefined ? [] : readExpected(before, baseline);
}

/** Red before unknown: a failure that is there is not hidden by what could not be tested. */
function exitCodeOf({ scorecard, baseline, delta }: ConformanceReport, input: ConformanceInput): number {
  const { checks, grade } = scorecard;
  const { fail_under, update } = input;
  const isBroken = !update && checks.some(({ status }) => status === 'fail');
  const isRed = baseline === undefined ? isBroken : baseline.fresh.length + baseline.stale.length > 0;
  const isBelow = fail_under !== undefined && grade !== undefined && compareGrades(grade, fail_under) < 0;
  if (isRed || isBelow || delta?.grade === 'worse') return EXIT.failed;
  const isUnknown = isUntested(checks, 'MUST') || (fail_under !== undefined && grade === undefined);
  return isUnknown ? EXIT.inconclusive : EXIT.ok;
}

function refuseUnknownRevision(revision: string | undefined): void {
  const known: readonly string[] = ['auto', 'legacy', 'modern', ...REVISIONS];
  if (revision === undefined || known.includes(revision)) return;
  throw new McptestError({
    code: 'unknown-revision',
    message: `${JSON.stringify(revision)} is not a revision of the protocol that is known`,
    hint: `Known: ${REVISIONS.join(', ')}.`,
  });
}
