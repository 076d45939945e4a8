/**
 * Rows, groups and floors as they leave a run. What servers and models said was redacted when it was written down;
 * here are the words of the suite, and, as the last door, everything that some message may have quoted on its way.
 */
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult, EarlierAttempt, Floor, Group } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';

export function redactRow(row: CaseResult, redactor: Redactor): CaseResult {
  const { name, test, case: one, model, repro, tags, skip_reason, earlier_attempts } = row;
  return {
    ...row,
    name: redactor.text(name),
    test: redactor.text(test),
    ...(one && { case: { ...one, of: redactor.text(one.of), name: redactor.text(one.name) } }),
    model: maybe(model, redactor),
    repro: redactor.text(repro),
    tags: tags.map(redactor.text),
    skip_reason: maybe(skip_reason, redactor),
    ...redactAttempt(row, redactor),
    earlier_attempts: earlier_attempts?.map((attempt) => ({
      ...attempt,
      ...redactAttempt(attempt, redactor),
    })),
  };
}

export function redactGroup(group: Group, redactor: Redactor): Group {
  const { name, test, model } = group;
  return {
    ...group,
    name: redactor.text(name),
    test: redactor.text(test),
    model: maybe(model, redactor),
    checks: redactChecks(group.checks, redactor),
  };
}

export function redactFloor(floor: Floor, redactor: Redactor): Floor {
  const { agent, test, model, because, expected_tool } = floor;
  return {
    ...floor,
    agent: redactor.text(agent),
    test: redactor.text(test),
    model: maybe(model, redactor),
    because: because?.map(redactor.text),
    expected_tool: maybe(expected_tool, redactor),
  };
}

function maybe(text: string | undefined, redactor: Redactor): string | undefined {
  return text === undefined ? undefined : redactor.text(text);
}

function redactAttempt({ checks, notes }: Pick<EarlierAttempt, 'checks' | 'notes'>, redactor: Redactor) {
  return { checks: redactChecks(checks, redactor), notes: notes?.map(redactor.text) };
}

function redactChecks(checks: Check[], redactor: Redactor): Check[] {
  return checks.map((check) => ({
    ...check,
    target: redactor.key(check.target),
    message: redactor.text(check.message),
    because: check.because?.map(redactor.text),
    judged: check.judged?.map((one) => ({
      ...one,
      reason: maybe(one.reason, redactor),
      problem: maybe(one.problem, redactor),
    })),
    stderr: check.stderr?.map(redactor.text),
  }));
}
