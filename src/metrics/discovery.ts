/**
 * `discovery:` the author's promise that the prompt names no tool and no server, checked against the
 * catalogue. A name is found as words, so that "get weather" gives `get_weather` away; a one-word name
 * that is ordinary English counts only between quotes or code marks.
 */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { compareText } from '../util/compare-text.js';
import { listed, show } from './explain.js';
import { isOrdinaryWord } from './ordinary-words.js';
import { noFigures } from './result.js';
import { type Runs, readRuns } from './runs.js';
import type { Discovery } from './schemas/discovery.js';
import { containsPhrase, indexWords, nameWords, type WordIndex } from './words.js';

export function measureDiscovery(traces: Trace[], _block: Discovery, ctx: MetricContext): MetricResult {
  const runs = readRuns(traces, ctx);
  const prompts = ctx.prompt === undefined ? recordedPrompts(runs) : [ctx.prompt];
  if (prompts.length === 0) return noFigures('discovery', 'the prompt is not known');
  if (runs.catalog === undefined) return noFigures('discovery', 'the catalogue is not known');
  const texts = prompts.map(indexWords);
  const folded = prompts.map((prompt) => prompt.toLowerCase());
  const leaks = candidates(runs, ctx.servers).filter(
    ({ name, ids }) =>
      texts.some((text) => leaksName(text, name)) ||
      ids.some((id) => folded.some((text) => text.includes(id))),
  );
  return {
    figures: { 'discovery.leaks': leaks.length },
    explain: [{ targets: ['discovery.leaks'], text: leaksText(leaks) }],
  };
}

/** Every name that was given away. */
function leaksText(leaks: readonly Candidate[]): string {
  const named = (wanted: Candidate['kind']) => {
    const names = leaks.filter(({ kind }) => kind === wanted).map(({ name }) => show(name));
    return names.length === 0 ? [] : [`the ${wanted}${names.length > 1 ? 's' : ''} ${listed(names)}`];
  };
  const parts = [...named('tool'), ...named('server')];
  return parts.length === 0
    ? 'the prompt names no tool and no server'
    : `the prompt names ${parts.join(' and ')}`;
}

function recordedPrompts(runs: Runs): string[] {
  const prompts = runs.list.map((run) => run.trace.prompt).filter((prompt) => typeof prompt === 'string');
  return [...new Set(prompts)];
}

interface Candidate {
  kind: 'tool' | 'server';
  name: string;
  /** The tool's full ids in lower case, which give it away however ordinary its name is. */
  ids: string[];
}

/** Each name once. Names of tools come first, so that a shared name is reported as the tool. */
function candidates(runs: Runs, servers: readonly string[]): Candidate[] {
  const tools = new Map<string, string[]>();
  const catalog = runs.catalog ?? {};
  for (const [server, defs] of Object.entries(catalog)) {
    for (const { name } of defs) {
      const ids = tools.get(name) ?? [];
      ids.push(`${server}.${name}`.toLowerCase());
      tools.set(name, ids);
    }
  }
  const hosts = new Set([...servers, ...Object.keys(catalog)].filter((name) => !tools.has(name)));
  return [
    ...[...tools].sort(byName).map(([name, ids]) => ({ kind: 'tool' as const, name, ids })),
    ...[...hosts].sort().map((name) => ({ kind: 'server' as const, name, ids: [] })),
  ];
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return compareText(a, b);
}

function leaksName(prompt: WordIndex, name: string): boolean {
  const parts = nameWords(name);
  const joined = parts.join('');
  if (parts.length !== 1) return containsPhrase(prompt, parts) || prompt.whole.has(joined);
  return isOrdinaryWord(joined) ? prompt.whole.get(joined) === true : prompt.whole.has(joined);
}
