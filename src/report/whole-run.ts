/** The command that does a run again, or one suite of it. */
import type { RunEnvelope } from '../types/envelope.js';

/** The command of a single test, without its filter. */
export function wholeRun({ results }: RunEnvelope, file?: string): string {
  const first = file === undefined ? results[0] : results.find((result) => result.file === file);
  const repro = first?.repro ?? 'mcptest run';
  const filter = repro.indexOf(' --filter ');
  return filter < 0 ? repro : repro.slice(0, filter);
}
