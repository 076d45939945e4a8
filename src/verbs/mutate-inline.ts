/** The strength of a suite that is text and not a file. */
import { type MutateReport, measuredReport } from './mutate.js';
import { type InlineInput, runInline } from './run-inline.js';

export async function mutateInline(input: InlineInput): Promise<MutateReport> {
  const report = await runInline({ ...input, strength: {} });
  return measuredReport(report, report.envelope.exit_code);
}
