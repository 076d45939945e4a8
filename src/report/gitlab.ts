/**
 * `--reporter gitlab`: a Code Quality report. A fingerprint is made of what a problem is about, never of
 * line numbers or messages, so that GitLab knows it again in the next pipeline.
 */
import type { Finding } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { sha256 } from '../util/hash.js';
import { jsonText } from '../util/printable-json.js';
import { assertText } from './agent-failures.js';
import { findingPlaces, type Place } from './findings/finding-places.js';
import { type Problem, problems } from './problems.js';
import { safe, safeClip } from './text/safe-text.js';

interface Issue {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  location: { path: string; lines: { begin: number } };
}

const SEVERITY: Record<Finding['severity'], Issue['severity']> = {
  critical: 'blocker',
  high: 'critical',
  medium: 'major',
  warning: 'minor',
  low: 'minor',
  info: 'info',
  pass: 'info',
};

export const gitlab: Reporter = (envelope) => {
  const print = fingerprinter();
  const findings = (envelope.findings ?? []).filter(({ severity }) => severity !== 'pass');
  const placeOf = findingPlaces(envelope);
  const any = envelope.results.find(({ file }) => file !== '')?.file ?? 'mcptest.yml';
  const issues = [
    ...problems(envelope).map((problem) => problemIssue(problem, any, print)),
    ...findings.map((finding) => findingIssue(finding, placeOf(finding), any, print)),
  ];
  return jsonText(issues);
};

type Fingerprint = (...parts: unknown[]) => string;

function problemIssue(problem: Problem, any: string, print: Fingerprint): Issue {
  const { source, name, file, line, check } = problem;
  return {
    description: safe(`${safeClip(name, 200)}: ${assertText(problem)}`),
    check_name: safeClip(`mcptest.${check?.matcher ?? source}`, 100),
    fingerprint: print(source, file, name, check?.target, check?.matcher),
    severity: problem.verdict === 'fail' ? 'major' : 'minor',
    location: location(file || any, line),
  };
}

function findingIssue(finding: Finding, { file, line }: Place, any: string, print: Fingerprint): Issue {
  const { rule, file: suite, server, tool, pointer } = finding;
  const where = [server, tool].filter((part) => part !== undefined).join('.');
  return {
    description: safe(`${safeClip(where, 200)}: ${safeClip(finding.message, 400)}`),
    check_name: safeClip(rule, 100),
    fingerprint: print('finding', rule, suite, server, tool, pointer),
    severity: SEVERITY[finding.severity],
    location: location(file || any, line),
  };
}

function location(file: string, line = 1): Issue['location'] {
  return { path: safe(file), lines: { begin: Math.max(1, Math.round(line)) } };
}

/** Two problems that are about the same thing still need two fingerprints. */
function fingerprinter(): Fingerprint {
  const seen = new Map<string, number>();
  return (...parts) => {
    const key = JSON.stringify(parts);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return sha256(count === 1 ? key : `${key}#${count}`).slice(0, 40);
  };
}
