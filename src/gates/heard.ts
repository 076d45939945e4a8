/** What came unasked: the notification that a step waits for, and lines of the log of the level that it asked for. */
import type { Expectation } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { ownValue } from '../util/plain.js';
import { clip, show } from '../util/text.js';
import type { Observation } from './observe.js';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export function heardChecks({ awaits, log_level }: Expectation, seen: Observation): Check[] {
  const checks: Check[] = [];
  if (awaits !== undefined) checks.push(came(awaits, seen));
  if (log_level !== undefined) checks.push(levels(log_level, seen));
  return checks;
}

function came(awaits: string, { notifications = [] }: Observation): Check {
  const methods = [...new Set(notifications.map(({ method }) => method))];
  const isHere = methods.includes(awaits);
  const others =
    methods.length === 0 ? 'none came at all' : `those that came are ${clip(methods.join(', '), 300)}`;
  return {
    target: 'notifications',
    matcher: 'wait_for',
    expected: awaits,
    actual: methods,
    outcome: isHere ? 'pass' : 'fail',
    message: isHere ? `${awaits} came` : `no ${awaits} came; ${others}`,
  };
}

function levels(least: string, { logs }: Observation): Check {
  const lines = Array.isArray(logs) ? logs : [];
  const unknown = lines.find((line) => !LEVELS.includes(String(ownValue(line, 'level'))));
  const below = lines.find((line) => LEVELS.indexOf(String(ownValue(line, 'level'))) < LEVELS.indexOf(least));
  const bad = unknown ?? below;
  const why =
    unknown === undefined
      ? `a line of the level ${show(ownValue(below, 'level'))} came, ${least} and above were asked for`
      : `a line of the log has the level ${show(ownValue(unknown, 'level'))}, which there is not`;
  const well = `no line of the log lies below ${least}`;
  return {
    target: 'logs',
    matcher: 'log_level',
    expected: least,
    outcome: bad === undefined ? 'pass' : 'fail',
    message: bad === undefined ? well : why,
  };
}
