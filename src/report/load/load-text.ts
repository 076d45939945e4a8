/** What `mcptest load` measured, for a terminal and as Markdown. */
import type { LoadResult } from '../../types/load.js';
import type { Check } from '../../types/verdict.js';
import { code } from '../text/markdown-code.js';
import { type Paint, painter } from '../text/paint.js';
import { safeClip, unlikeCommand } from '../text/safe-text.js';

export interface ShownLoad extends LoadResult {
  gates: Check[];
  exit_code: number;
}

const BAR = 40;
const SPARKS = '▁▂▃▄▅▆▇█';
const MOST_SPARKS = 60;

export function loadPretty(result: ShownLoad, { color, quiet }: { color: boolean; quiet?: boolean }): string {
  const paint = painter(color);
  const verdict = verdictLine(result, paint);
  if (quiet) return `${verdict}\n`;
  const lines = [
    paint('bold', `${safeClip(result.tool, 80)}  ${manner(result)}`),
    '',
    ...figureRows(result).map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    '',
    ...histogramLines(result),
    ...memoryLines(result),
    ...result.notes.map((note) => paint('yellow', `Note: ${safeClip(note, 500)}`)),
    verdict,
  ];
  return `${lines.map(unlikeCommand).join('\n')}\n`;
}

export function loadMarkdown(result: ShownLoad): string {
  const lines = [
    `# Load of ${code(result.tool, 80)}`,
    '',
    `${manner(result)}.`,
    '',
    '| figure | value |',
    '|---|---:|',
    ...figureRows(result).map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`),
    '',
    '```',
    ...histogramLines(result),
    ...memoryLines(result),
    '```',
    ...(result.gates.length === 0
      ? []
      : ['', ...result.gates.map(({ outcome, message }) => `- ${outcome}: ${message}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

export function manner({ mode, concurrency, rate, seconds, calls }: LoadResult): string {
  const how =
    mode === 'open' ? `${rate} calls a second (open loop)` : `${concurrency} at a time (closed loop)`;
  return `${calls} calls in ${seconds.toFixed(1)} s, ${how}`;
}

export function figureRows(result: LoadResult): [name: string, value: string][] {
  const { latency_ms: ms, errors, errors_by_kind, error_rate, per_second, memory } = result;
  const kinds = Object.entries(errors_by_kind).map(([kind, count]) => `${safeClip(kind, 40)}: ${count}`);
  const named = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
  return [
    [
      'latency',
      `p50 ${shown(ms.p50)}, p90 ${shown(ms.p90)}, p95 ${shown(ms.p95)}, p99 ${shown(ms.p99)}, max ${shown(ms.max)}`,
    ],
    ['throughput', `${per_second} calls answered per second`],
    ['errors', `${errors}, ${(100 * error_rate).toFixed(2)} %${named}`],
    ...(memory === undefined
      ? []
      : ([['memory', `${memory.start_mb} to ${memory.end_mb} MiB, at most ${memory.peak_mb}`]] as [
          string,
          string,
        ][])),
  ];
}

export function shown(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

function histogramLines({ histogram }: LoadResult): string[] {
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  const rows = histogram.map(({ from_ms, to_ms, count }) => {
    const bar = '█'.repeat(Math.round((count / most) * BAR)) || (count > 0 ? '▏' : '');
    return `  ${edge(from_ms)} – ${edge(to_ms)} ms  ${bar} ${count > 0 ? count : ''}`.trimEnd();
  });
  return rows.length === 0 ? [] : [...rows, ''];
}

function edge(ms: number): string {
  return String(ms).padStart(6);
}

function memoryLines({ memory }: LoadResult): string[] {
  if (memory === undefined || memory.samples.length < 3) return [];
  const every = Math.ceil(memory.samples.length / MOST_SPARKS);
  const values = memory.samples.filter((_, at) => at % every === 0).map(({ mb }) => mb);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const line = values
    .map((mb) => SPARKS[Math.min(7, Math.floor(((mb - least) / Math.max(0.1, most - least)) * 8))])
    .join('');
  return [`  memory ${least} to ${most} MiB  ${line}`, ''];
}

function verdictLine({ gates, exit_code }: ShownLoad, paint: Paint): string {
  const failed = gates.filter(({ outcome }) => outcome !== 'pass').map(({ message }) => message);
  if (exit_code === 0) return `${paint('green', 'PASS')}  ${gates.map(({ message }) => message).join('; ')}`;
  const word = exit_code === 1 ? paint('red', 'FAIL') : paint('yellow', 'INCONCLUSIVE');
  return `${word}  ${failed.join('; ')}`;
}
