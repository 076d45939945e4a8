/**
 * How much two tools have in common, by the words of name and first sentence, 0 to 1. Words that most
 * tools of the server use (its own name, its product) count for little.
 */
import { searchTerms } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import { splitSentences } from './sentences.js';

const TWINS = 0.75;
/** Pairs that are compared; a word shared by more tools than this names no twin. */
const MAX_SHARED = 60;

export function purposeTerms(tool: ToolDef): Set<string> {
  const text = (descriptionOf(tool) ?? '').slice(0, 2000);
  const lead = splitSentences(text)[0] ?? '';
  return new Set([...searchTerms(toolName(tool).slice(0, 200)), ...searchTerms(lead)]);
}

export function likeness(a: ToolDef, b: ToolDef): number {
  return overlap(purposeTerms(a), purposeTerms(b));
}

/** Shared words over all words. */
function overlap(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Pairs of places of tools that say nearly the same. */
export function nearTwins(tools: readonly ToolDef[]): [number, number][] {
  const all = tools.map((tool, place): PurposeOfTool => ({ place, terms: purposeTerms(tool) }));
  const found: [number, number][] = [];
  const compared = new Set<number>();
  for (const [a, b] of pairsWithSharedTerm(all)) {
    const key = a.place * tools.length + b.place;
    if (compared.has(key)) continue;
    compared.add(key);
    if (overlap(a.terms, b.terms) >= TWINS) found.push([a.place, b.place]);
  }
  return found;
}

interface PurposeOfTool {
  place: number;
  terms: Set<string>;
}

/** Those that share several words come several times. */
function* pairsWithSharedTerm(tools: readonly PurposeOfTool[]): Generator<[PurposeOfTool, PurposeOfTool]> {
  const byTerm = new Map<string, PurposeOfTool[]>();
  for (const tool of tools) {
    for (const term of tool.terms) {
      const sharing = byTerm.get(term);
      if (sharing) sharing.push(tool);
      else byTerm.set(term, [tool]);
    }
  }
  for (const sharing of byTerm.values()) {
    if (sharing.length > MAX_SHARED) continue;
    for (const [at, a] of sharing.entries()) for (const b of sharing.slice(at + 1)) yield [a, b];
  }
}
