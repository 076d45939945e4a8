/** A security rule that a catalogue alone cannot decide: it judges what a lock or a probe showed. */
import type { RuleHit, Severity } from './rule.js';

export interface ProbeRule<Evidence = never> {
  id: string;
  /** Kebab-case. */
  name: string;
  severity: Severity;
  since: string;
  /** What it needs besides a catalogue. */
  needs: 'lock' | 'session' | 'http' | 'answers';
  triggers: string;
  rationale: string;
  fix: string;
  /** Pure; empty when nothing is wrong. */
  judge(evidence: Evidence): ProbeHit[];
}

/** As of a rule; `tool` is a name here, since two listings may place it differently. */
export interface ProbeHit extends Omit<RuleHit, 'tool'> {
  tool?: string;
}

/** One answer to an HTTP request of a probe. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The beginning of the body. */
  body: string;
}
