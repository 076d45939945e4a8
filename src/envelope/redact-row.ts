/**
 * A row as it leaves the run. What servers and models said was redacted when it was written down; here are the
 * words of the suite, and, as the last door, everything that some message may have quoted on its way.
 */

import type { Redactor } from '../redact/redactor.js';
import type { CaseResult, EarlierAttempt } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';

export function shownRow(row: CaseResult, redactor: Redactor): CaseResult {
  const { name, test, model, repro, tags, skip_reason } = row;
  const shown = {
    ...row,
    ...redactor.value(omitUndefined({ name, test, model, repro, tags, skip_reason })),
    ...shownJudgement(row, redactor),
  };
  if (row.earlier_attempts) {
    shown.earlier_attempts = row.earlier_attempts.map((attempt) => ({
      ...attempt,
      ...shownJudgement(attempt, redactor),
    }));
  }
  return shown;
}

type Judgement = Pick<EarlierAttempt, 'checks' | 'notes'>;

function shownJudgement({ checks, notes }: Judgement, redactor: Redactor): Judgement {
  return omitUndefined({
    checks: checks.map((check) => shownCheck(check, redactor)),
    notes: notes?.map(redactor.text),
  });
}

function shownCheck(check: Check, redactor: Redactor): Check {
  const shown = { ...check, target: redactor.key(check.target), message: redactor.text(check.message) };
  if (check.stderr) shown.stderr = check.stderr.map(redactor.text);
  return shown;
}
