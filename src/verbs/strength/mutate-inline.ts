/** The strength of a suite that is text and not a file. */

import { type InlineInput, runInline } from '../run-inline.js';
import { type MutateReport, measuredReport } from './mutate.js';

export async function mutateInline(input: InlineInput): Promise<MutateReport> {
  const report = await runInline({ ...input, strength: {} });
  return measuredReport(report, report.envelope.exit_code);
}
