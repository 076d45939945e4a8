/** What the security rules were measured on: `eval/security.ts` writes the figures, this reads them. */
import measured from './measured.json' with { type: 'json' };

export interface RuleMeasure {
  rule: string;
  name: string;
  /** Poisoned definitions that the rules were not written against, and how many were found. */
  held_out: { caught: number; of: number };
  tuned: { caught: number; of: number };
  /** Benign tools with a finding of medium or above. */
  benign: { medium: number; high: number };
  held_out_benign: { medium: number; high: number };
}

export interface About {
  measured_on: string;
  benign_tools: number;
  held_out_benign_tools: number;
  total: {
    tuned: { caught: number; of: number };
    held_out: { caught: number; of: number };
    benign: { medium: number; high: number };
    held_out_benign: { medium: number; high: number };
  };
  rules: RuleMeasure[];
  kinds: { kind: string; tuned: { caught: number; of: number }; held_out: { caught: number; of: number } }[];
}

export function aboutSecurity(): About {
  return measured as About;
}
