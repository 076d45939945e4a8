/** `run --against`: the reports of the run, then what the other catalogue or server changed. */

import type { RunEnvelope } from '../types/envelope.js';
import type { AgainstReport } from '../verbs/comparing/run-against.js';
import type { RunInput } from '../verbs/run.js';
import type { Destination, ReportManner } from './output/reports.js';
import { print, reportStyle, tell } from './output/terminal.js';
import { runOnce } from './run-once.js';

export async function runBoth(
  input: RunInput,
  targets: Destination[],
  manner: ReportManner & { against: string; output?: string },
): Promise<{ envelope: RunEnvelope; code: number }> {
  const { runAgainst } = await import('../verbs/comparing/run-against.js');
  let both: AgainstReport | undefined;
  const report = await runOnce(input, targets, manner, async (whole) => {
    both = await runAgainst(whole, manner.against);
    return both.current;
  });
  await Promise.all([report.closing, both?.base.closing]);
  const { envelope } = report;
  if (both === undefined) return { envelope, code: envelope.exit_code };
  for (const file of both.base.recorded) tell(`mcptest: recorded ${file}`);
  const { comparisonText } = await import('../report/compare/compare-formats.js');
  // Where a report for machines goes to stdout, words go elsewhere.
  const isFree = targets.every(({ reporter, path }) => reporter === 'pretty' || path !== undefined);
  const text = comparisonText(both.comparison, 'pretty', reportStyle(undefined));
  if (isFree) await print(`\n${text}`);
  else tell(text.trimEnd());
  if (input.save !== false) {
    const { base, current } = both;
    tell(
      `mcptest: both runs are kept; mcptest report ${current.envelope.run_id} --compare ${base.envelope.run_id} --format html shows them`,
    );
  }
  return { envelope, code: worstCode(envelope.exit_code, both.base.envelope) };
}

/** What was wrong with the base says nothing against the change, unless it could not be run at all. */
function worstCode(code: number, base: AgainstReport['base']['envelope']): number {
  const nothing = base.results.every(({ verdict }) => verdict === 'inconclusive');
  return code === 0 && nothing ? 3 : code;
}
