/** Suites whose tools are called too seldom, or could not be counted. */

import { wholeRun } from '../envelope/row-names.js';
import type { Coverage, RunEnvelope } from '../types/envelope.js';
import type { Reason } from '../types/verdict.js';
import type { Problem } from './problems.js';

export function coverageProblems(envelope: RunEnvelope): Problem[] {
  const { coverage } = envelope;
  if (coverage === undefined) return [];
  return (coverage.gates ?? []).flatMap(({ file, threshold, percent, passed }) => {
    if (passed === true) return [];
    const verdict = passed === false ? ('fail' as const) : ('inconclusive' as const);
    const message = `${percent}% of the tools are called${countText(coverage, file)}, ${threshold}% are asked for${uncoveredText(coverage, file)}`;
    const why = passed === false ? { message } : unmeasuredReason(coverage, file);
    return {
      source: 'coverage',
      verdict,
      name: 'tool coverage',
      more: 0,
      ...why,
      file,
      repro: wholeRun(envelope, file),
    };
  });
}

function unmeasuredReason(coverage: Coverage, file: string): Reason {
  const rows = (coverage.unmeasured ?? []).filter((row) => row.file === file);
  const message = rows.map(({ server, reason }) => `the tools of ${server} could not be listed: ${reason}`);
  return { message: message.join('; '), stderr: rows.flatMap(({ stderr = [] }) => stderr) };
}

/** 2 of 3 are shown as 67% and do not meet 67. */
function countText(coverage: Coverage, file: string): string {
  const rows = coverage.tools.filter((row) => row.file === file);
  const sum = (key: 'covered' | 'total') => rows.reduce((all, row) => all + row[key], 0);
  return rows.length === 0 ? '' : ` (${sum('covered')} of ${sum('total')})`;
}

function uncoveredText(coverage: Coverage, file: string): string {
  const rows = coverage.tools.filter((row) => row.file === file);
  const tools = rows.flatMap((row) => row.uncovered.map((tool) => `${row.server}.${tool}`));
  return tools.length === 0 ? '' : `; not called: ${tools.join(', ')}`;
}
