/** The four ways to damage a description on purpose. The tool that comes in is left as it was. */
import { isSmallWord, splitWords, stem } from '../catalog/words.js';
import type { ToolDef } from '../types/catalog.js';
import type { Mutation } from './spec.js';

/** Says nothing that could tell one tool from another. */
export const GENERIC_DESCRIPTION = 'A useful tool.';

export function mutateTool(tool: ToolDef, mutation: Mutation): ToolDef {
  const before = typeof tool.description === 'string' ? tool.description : '';
  switch (mutation.kind) {
    case 'blank':
      return { ...tool, description: '' };
    case 'genericize':
      return { ...tool, description: GENERIC_DESCRIPTION };
    case 'truncate':
      return { ...tool, description: firstChars(before, mutation.chars) };
    case 'drop_keyword':
      return { ...tool, description: withoutWord(before, mutation.word) };
  }
}

/** Whole characters, so that an emoji is never cut in half. */
function firstChars(text: string, chars: number): string {
  const cut = text.slice(0, chars);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Every occurrence, in any case and any form that the selector reads as the same word. */
export function withoutWord(text: string, word: string): string {
  const unwanted = new Set(splitWords(word).map(stem));
  const known = new Map<string, string>();
  const kept = text.replace(/[\p{L}\p{N}_-]+/gu, (found) => {
    const left = known.get(found) ?? withoutParts(found, unwanted);
    known.set(found, left);
    return left;
  });
  if (kept === text) return text;
  return kept
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]+([,.;:!?])/g, '$1')
    .trim();
}

/** `open_issues` without `issue` is `open`. */
function withoutParts(found: string, unwanted: ReadonlySet<string>): string {
  const parts = splitWords(found);
  const left = parts.filter((part) => !unwanted.has(stem(part)));
  return left.length === parts.length ? found : left.join(' ');
}

/** The words of a description that the selector could go by, each form once, in order. */
export function contentWords(text: string): string[] {
  const byTerm = new Map<string, string>();
  for (const word of new Set(splitWords(text))) {
    const term = stem(word);
    if (!isSmallWord(word) && !byTerm.has(term)) byTerm.set(term, word);
  }
  return [...byTerm.values()];
}
