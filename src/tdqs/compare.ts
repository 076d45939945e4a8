/** Scores now beside scores of an earlier run: what rose, what fell, what came and went. */
import type { Dimension, ServerScore, TdqsReport, ToolResult, ToolScore } from '../types/tdqs.js';
import type { ServerChange, TdqsComparison, ToolChange } from '../types/tdqs-comparison.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { inTenths } from './arithmetic.js';
import { DIMENSIONS } from './dimensions.js';

export function compareReports(base: TdqsReport, now: TdqsReport): TdqsComparison {
  const before = new Map(base.servers.map((server) => [server.name, server]));
  // One server against one server: it may well have been saved under another name.
  const alone = base.servers.length === 1 && now.servers.length === 1 ? base.servers[0] : undefined;
  const servers = now.servers.map((server) => serverChange(before.get(server.name) ?? alone, server));
  const same = base.judge === now.judge && base.rubric === now.rubric;
  if (same) return { servers };
  const caution = `The base was judged by ${base.judge} with ${base.rubric}, this by ${now.judge} with ${now.rubric}; their scores are not on one scale.`;
  return { caution, servers };
}

function serverChange(base: ServerScore | undefined, now: ServerScore): ServerChange {
  const before = scoredByName(base?.tools ?? []);
  const after = scoredByName(now.tools);
  const changed: ToolChange[] = [];
  for (const [name, tool] of after) {
    const old = before.get(name);
    if (old === undefined) continue;
    const dimensions = dimensionChanges(old, tool);
    if (Object.keys(dimensions).length > 0)
      changed.push({ tool: name, before: old.tdqs, after: tool.tdqs, dimensions });
  }
  changed.sort((a, b) => inTenths(a.after - a.before) - inTenths(b.after - b.before));
  return omitUndefined({
    server: now.name,
    before: base?.overallScore,
    after: now.overallScore,
    added: [...after].filter(([name]) => !before.has(name)).map(([tool, { tdqs }]) => ({ tool, tdqs })),
    removed: [...before].filter(([name]) => !after.has(name)).map(([tool, { tdqs }]) => ({ tool, tdqs })),
    changed,
  });
}

function scoredByName(tools: readonly ToolResult[]): Map<string, ToolScore> {
  const out = new Map<string, ToolScore>();
  for (const tool of tools) if ('scores' in tool) out.set(tool.name, tool);
  return out;
}

function dimensionChanges(before: ToolScore, after: ToolScore): ToolChange['dimensions'] {
  const out: ToolChange['dimensions'] = {};
  for (const dimension of DIMENSIONS) {
    const [a, b] = [before.scores[dimension], after.scores[dimension]];
    if (a !== b) out[dimension satisfies Dimension] = [a, b];
  }
  return out;
}

/** A report that was saved with `--format json`. */
export function readReport(document: unknown, file: string): TdqsReport {
  const servers = ownValue(document, 'servers');
  const whole =
    ownValue(document, 'version') === 1 &&
    typeof ownValue(document, 'judge') === 'string' &&
    Array.isArray(servers) &&
    servers.every(
      (server) =>
        Array.isArray(ownValue(server, 'tools')) && (ownValue(server, 'tools') as unknown[]).every(isTool),
    );
  if (whole) return document as TdqsReport;
  throw new McptestError({
    code: 'bad-base',
    message: `${oneLine(file)} is not a report of mcptest tdqs score`,
    hint: 'Make one with `mcptest tdqs score ... --format json > base.json`.',
  });
}

function isTool(tool: unknown): boolean {
  if (typeof ownValue(tool, 'name') !== 'string') return false;
  const scores = ownValue(tool, 'scores');
  if (scores === undefined) return typeof ownValue(tool, 'unscored') === 'string';
  return (
    typeof ownValue(tool, 'tdqs') === 'number' &&
    isObject(scores) &&
    DIMENSIONS.every((dimension) => typeof ownValue(scores, dimension) === 'number')
  );
}
