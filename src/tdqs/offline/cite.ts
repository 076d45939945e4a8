/** Words of a description inside a justification: one line, short, safe to show. */
import { clip, oneLine } from '../../util/text.js';

export function quote(text: string): string {
  return `"${clip(oneLine(text), 90)}"`;
}

export function quoteFirst(sentences: readonly { text: string }[]): string {
  return sentences[0] === undefined ? 'nothing' : quote(sentences[0].text);
}
