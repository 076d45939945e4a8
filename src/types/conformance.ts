/** What `mcptest conformance` finds, as it is reported, saved and compared. */
import type { Era } from './connection.js';

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A MUST that is broken is a `fail`, a SHOULD or MAY a `warn`. What could not be tested is never green. */
export type CheckStatus = 'pass' | 'fail' | 'warn' | 'not-applicable' | 'not-testable';

export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';

export type Tier = 'T1' | 'T2' | 'T3';

/** One message as it went over the wire, clipped. */
export interface Frame {
  direction: 'sent' | 'received';
  /** Since the connection began. */
  at_ms: number;
  text: string;
  /** Over HTTP: the request line with the headers that count, or the status with them. */
  http?: string;
}

export interface CheckResult {
  id: string;
  title: string;
  level: Level;
  status: CheckStatus;
  /** Where the specification says so, in the revision that was spoken. */
  spec: string;
  /** The revisions in which the rule holds, such as `2025-06-18 and later`. */
  revision: string;
  /** The same check in the official suite. */
  official?: string[];
  message: string;
  /** How a server is mended that breaks the rule. */
  fix: string;
  frames: Frame[];
}

export interface StatusCounts {
  pass: number;
  fail: number;
  warn: number;
  skipped: number;
  untestable: number;
}

/** A finished run, as it is saved. */
export interface Scorecard {
  version: 1;
  mcptest: string;
  server: { name: string; version?: string };
  transport: 'stdio' | 'http';
  era: Era;
  /** The revision that was spoken, and by which the server is judged. */
  protocol_version: string;
  /** Absent where nothing could be judged: the server asks for a login, or only some checks ran. */
  grade?: Grade;
  tier?: Tier;
  summary: StatusCounts;
  /** Ids of what is broken, the most important first. */
  fix_first: string[];
  checks: CheckResult[];
  /** How long the server took until its handshake was answered, and the whole run with it. */
  start_ms: number;
  duration_ms: number;
}

/** What differs between two scorecards. */
export interface ScorecardDelta {
  base: { grade?: Grade; protocol_version: string };
  grade: 'better' | 'same' | 'worse' | 'unknown';
  /** Broken now and not before. */
  broken: string[];
  /** Broken before and whole now. */
  mended: string[];
  /** Could be tested before and not now. */
  lost: string[];
}

/** What `conformance:` of `compliance:` asks. */
export interface ConformanceAsked {
  /** Ids or families; all of them when absent. */
  checks?: string[];
  grade?: Grade;
  /** Absolute paths. */
  baseline?: string;
  grade_delta?: string;
  allow_calls?: string[];
}
