/** What the security rules were measured on: `eval/security.ts` writes the figures, this reads them. */
import measured from './measured.json' with { type: 'json' };

interface CaughtShare {
  caught: number;
  of: number;
}

interface FindingCounts {
  medium: number;
  high: number;
}

export interface RuleMeasure {
  rule: string;
  name: string;
  /** Poisoned definitions that the rules were not written against, and how many were found. */
  held_out: CaughtShare;
  tuned: CaughtShare;
  /** Benign tools with a finding of medium or above. */
  benign: FindingCounts;
  /** Of the larger part; only its findings of high were read, and false ones led to changes. */
  held_out_benign: FindingCounts;
}

/** Descriptions that others labelled; SEC-027 did not learn from the server or set that it judges here. */
export interface LeftOutSet {
  set: string;
  poisoned: CaughtShare;
  without_sec002: CaughtShare;
  clean: CaughtShare;
}

export interface SecurityMeasures {
  measured_on: string;
  benign_tools: number;
  held_out_benign_tools: number;
  total: {
    tuned: CaughtShare;
    held_out: CaughtShare;
    benign: FindingCounts;
    held_out_benign: FindingCounts;
  };
  rules: RuleMeasure[];
  kinds: { kind: string; tuned: CaughtShare; held_out: CaughtShare }[];
  left_out: { sets: LeftOutSet[]; benign_tools: number; benign: FindingCounts };
}

export function aboutSecurity(): SecurityMeasures {
  return measured as SecurityMeasures;
}
