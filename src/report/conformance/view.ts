/** What every format shows of a scorecard, and the words that they share. */
import type { CheckResult, CheckStatus, Scorecard, ScorecardDelta } from '../../types/conformance.js';
import { safe } from '../text/safe-text.js';

export interface ConformanceView {
  scorecard: Scorecard;
  baseline?: { fresh: string[]; known: string[]; stale: string[] };
  delta?: ScorecardDelta;
}

export interface ConformanceStyle {
  color: boolean;
  width: number;
  /** Every check, with its frames. */
  verbose?: boolean;
  quiet?: boolean;
}

export type ConformanceFormat = (view: ConformanceView, style: ConformanceStyle) => string;

export const STATUS_WORDS: Record<CheckStatus, string> = {
  pass: 'pass',
  fail: 'FAIL',
  warn: 'warn',
  'not-applicable': 'n/a',
  'not-testable': 'not tested',
};

/** `A (T1)`, or that there is none. */
export function gradeText({ grade, tier }: Pick<Scorecard, 'grade' | 'tier'>): string {
  if (grade === undefined) return 'not graded';
  return tier === undefined ? grade : `${grade} (${tier})`;
}

export function countsText({ summary }: Scorecard): string {
  const { pass, fail, warn, skipped, untestable } = summary;
  return `${pass} passed, ${fail} failed, ${warn} warned, ${untestable} not testable, ${skipped} not applicable`;
}

export function headline(scorecard: Scorecard): string {
  const { server, transport, protocol_version } = scorecard;
  const name = [server.name, server.version].filter((part) => part !== undefined).join(' ');
  return `${safe(name)} over ${transport === 'http' ? 'HTTP' : 'stdio'}, revision ${safe(protocol_version)}`;
}

/** What is broken, the most important first. */
export function brokenChecks({ checks, fix_first }: Scorecard): CheckResult[] {
  return fix_first.flatMap((id) => checks.find((check) => check.id === id) ?? []);
}

const CHANGES: Record<ScorecardDelta['grade'], string> = {
  better: 'a better grade',
  same: 'the same grade',
  worse: 'a worse grade',
  unknown: 'the grades cannot be compared',
};

/** Lines about an earlier run and about expected failures. */
export function changeLines({ baseline, delta }: ConformanceView): string[] {
  const lines: string[] = [];
  const list = (ids: readonly string[]) => ids.join(', ');
  if (delta !== undefined) {
    lines.push(`${CHANGES[delta.grade]} (${delta.base.grade ?? 'not graded'} before)`);
    if (delta.broken.length > 0) lines.push(`broken since: ${list(delta.broken)}`);
    if (delta.mended.length > 0) lines.push(`mended since: ${list(delta.mended)}`);
    if (delta.lost.length > 0) lines.push(`no longer testable: ${list(delta.lost)}`);
  }
  if (baseline !== undefined) {
    if (baseline.fresh.length > 0) lines.push(`not expected: ${list(baseline.fresh)}`);
    if (baseline.known.length > 0) lines.push(`expected: ${list(baseline.known)}`);
    if (baseline.stale.length > 0)
      lines.push(`no longer broken, take it out of the baseline: ${list(baseline.stale)}`);
  }
  return lines;
}
