/** The least that a search by words can be: BM25 over name and description. */
import type { ToolDef } from '../../../src/types/catalog.js';
import { compareText } from '../../../src/util/compare-text.js';

/** Lower-case words of name and description, no stemming, no weights, k1 1.2, b 0.75. */
export function plainBm25(tools: readonly ToolDef[]): (query: string) => number[] {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const texts = tools.map((tool) => wordsOf(`${tool.name} ${tool.description ?? ''}`));
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [doc, words] of texts.entries()) {
    for (const word of words) {
      const docs = postings.get(word) ?? new Map<number, number>();
      postings.set(word, docs.set(doc, (docs.get(doc) ?? 0) + 1));
    }
  }
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const docs = postings.get(word) ?? new Map<number, number>();
      const idf = Math.log(1 + (tools.length - docs.size + 0.5) / (docs.size + 0.5));
      for (const [doc, count] of docs) {
        const gain = (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * texts[doc]!.length) / mean));
        scores.set(doc, (scores.get(doc) ?? 0) + gain);
      }
    }
    const name = (doc: number) => tools[doc]!.name;
    return [...scores]
      .sort(([a, x], [b, y]) => y - x || compareText(name(a), name(b)) || a - b)
      .map(([doc]) => doc);
  };
}
