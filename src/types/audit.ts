/** What `mcptest audit` finds of one server, as it is shown, saved and compared. Holds no time and no date. */
import type { CompatVerdict } from './compat.js';

export type HeadingId = 'start' | 'protocol' | 'clients' | 'definitions' | 'security' | 'tokens';

export type AuditGrade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Whether it is ready; what could not be judged is no pass. */
export type AuditVerdict = 'pass' | 'fail' | 'inconclusive';

/** What a gate says, and what that means for the exit code. */
export interface AuditGate {
  /** The gate that the verdict is by: `release` where none was asked for. */
  name: 'review' | 'release' | 'strict';
  /** Whether it was asked for. Otherwise it only informs, and sets no exit code. */
  requested: boolean;
  verdict: AuditVerdict;
  /** Why the verdict is no pass, a sentence each. */
  reasons: string[];
  exit_code: number;
}

export type AuditSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info';

/** One thing that is wrong, with everything that it is wrong of. */
export interface AuditFinding {
  /** Of the rule, the check or the step. */
  rule: string;
  severity: AuditSeverity;
  /** The tools that have it; empty where the server as such is meant. */
  tools: string[];
  message: string;
  fix: string;
  /** How many of the 100 points of its heading it costs. */
  points: number;
  /** While it is there, the heading is no better than this. */
  at_most?: AuditGrade;
  /** The grade of the heading with this mended alone. */
  grade_if_mended: AuditGrade;
  /** Shows it by itself, and whether it is mended. */
  command: string;
}

export interface AuditHeading {
  id: HeadingId;
  title: string;
  /** Absent where nothing could be judged, or was not to be. */
  grade?: AuditGrade;
  /** 0 to 100. */
  score?: number;
  /** The figures behind the grade, in one line. */
  says: string;
  /** Why there is no grade: it could not be judged. */
  inconclusive?: string;
  /** Why there is no grade: it was not to be looked at. */
  left_out?: string;
  /** Parts that could not be judged although they should have been. */
  untested?: string[];
  /** Most important first. */
  findings: AuditFinding[];
}

/** One of the few things that gain most. */
export interface AuditFix extends AuditFinding {
  heading: HeadingId;
  /** Of the heading, now. */
  grade: AuditGrade;
}

export interface AuditReport {
  version: 1;
  mcptest: string;
  server: {
    name: string;
    version?: string;
    transport?: 'stdio' | 'http';
    protocol_version?: string;
    tools: number;
  };
  /** As it stands behind the name of a command: `-- node server.js`. */
  target: string;
  /** Absent where a heading could not be judged. */
  grade?: AuditGrade;
  headings: AuditHeading[];
  fixes: AuditFix[];
  tokens?: { total: number; tools: Record<string, number> };
  clients?: Record<string, CompatVerdict>;
  /** What else was looked at, or was not. */
  notes: string[];
}

/** What differs between two audits. */
export interface AuditDelta {
  base: { grade?: AuditGrade; mcptest: string };
  headings: { id: HeadingId; title: string; from?: AuditGrade; to?: AuditGrade; change: AuditChange }[];
  /** Findings that are new or stand at more tools, and those that are gone or stand at fewer. */
  worse: string[];
  better: string[];
  tokens?: { from: number; to: number; tools: { tool: string; from: number; to: number }[] };
}

export type AuditChange = 'better' | 'same' | 'worse' | 'unknown';
