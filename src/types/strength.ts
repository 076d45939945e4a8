/**
 * Whether a suite would notice a broken server: what servers answered is changed on purpose and judged again. A change
 * that some check objects to is killed, one that all checks let pass survived.
 */

export type MutantFamily =
  | 'M-ERR'
  | 'M-EMPTY'
  | 'M-DROP'
  | 'M-VALUE'
  | 'M-TYPE'
  | 'M-LEN'
  | 'M-SWAP'
  | 'M-STALE'
  | 'M-EXTRA'
  | 'M-CALL';

export interface Tally {
  /** Killed of all, between 0 and 1; absent when there was nothing to change. */
  rate?: number;
  killed: number;
  mutants: number;
}

export interface Survivor {
  /** The same change of the same reply has the same id: `M-DROP:result.structuredContent.total`. */
  id: string;
  family: MutantFamily;
  /** Where it was changed, as a target. */
  path: string;
  /** What was changed there: `12 became 13`. */
  change: string;
  /** Lines of the suite that would have caught it, ready to paste; absent where no assertion can. */
  suggestion?: string;
}

export interface TestStrength extends Tally {
  name: string;
  file: string;
  line: number;
  /** What the test is about: a tool, a URI, a prompt; absent for agent tests. */
  subject?: string;
  server?: string;
  model?: string;
  /** It passes with any answer, as long as there is one. */
  hollow: boolean;
  /** Changes that were left out, since what they change differs from call to call. */
  equivalent?: number;
  survivors: Survivor[];
}

export interface StrengthGate {
  /** Absent: all suites together. */
  file?: string;
  /** The least rate that the suite asks for, in percent. */
  min: number;
  rate?: number;
  /** Absent when nothing could be measured. */
  passed?: boolean;
}

export interface Strength extends Tally {
  /** The same seed chooses the same changes. */
  seed: number;
  /** Hollow ones first, then the weakest. */
  tests: TestStrength[];
  suites: (Tally & { file: string })[];
  tools: (Tally & { server: string; tool: string })[];
  families: (Tally & { family: MutantFamily })[];
  /** Tests that were not measured, and why. */
  unmeasured?: { name: string; file: string; reason: string }[];
  /** Tools that no test calls: nothing that breaks in them would be noticed. */
  uncalled?: { file: string; server: string; tools: string[] }[];
  gates?: StrengthGate[];
}
