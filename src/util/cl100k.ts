import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/** Special-token spellings in the text are counted as the plain text they are. */
export function countCl100k(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
