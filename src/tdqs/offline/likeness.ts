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
  const terms = tools.map(purposeTerms);
  const byTerm = new Map<string, number[]>();
  for (const [i, set] of terms.entries()) {
    for (const term of set) {
      const places = byTerm.get(term);
      if (places) places.push(i);
      else byTerm.set(term, [i]);
    }
  }
  const found: [number, number][] = [];
  const compared = new Set<number>();
  for (const places of byTerm.values()) {
    if (places.length > MAX_SHARED) continue;
    for (const [at, i] of places.entries()) {
      for (const j of places.slice(at + 1)) {
        const key = i * tools.length + j;
        if (compared.has(key)) continue;
        compared.add(key);
        if (overlap(terms[i]!, terms[j]!) >= TWINS) found.push([i, j]);
      }
    }
  }
  return found;
}
