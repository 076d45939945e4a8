/** The exit code of a run: the first row of the table that applies. */
import { EXIT } from '../util/errors.js';

export interface RunFacts {
  /** The signal that ended the run early. */
  interrupted?: 'SIGINT' | 'SIGTERM';
  /** mcptest itself broke. */
  internal?: boolean;
  /** Bad invocation or invalid suite. */
  usage?: boolean;
  /** Nothing to run: an empty selection or suite, or everything skipped. */
  selectedNone?: boolean;
  /** Refused by policy. */
  refused?: boolean;
  /** A test, gate, floor, check or budget failed. */
  failed?: boolean;
  coverageMissed?: boolean;
  /** Something could not be judged. */
  inconclusive?: boolean;
}

export function exitCode(facts: RunFacts): number {
  if (facts.interrupted) return facts.interrupted === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  if (facts.internal) return EXIT.internal;
  if (facts.usage) return EXIT.usage;
  if (facts.selectedNone) return EXIT.nothing;
  if (facts.refused) return EXIT.refused;
  if (facts.failed) return EXIT.failed;
  if (facts.coverageMissed) return EXIT.coverage;
  return facts.inconclusive ? EXIT.inconclusive : EXIT.ok;
}
