/** The ranks of cl100k_base. The build puts one packed string in the place of this module, which loads much faster. */
import ranks from 'gpt-tokenizer/bpeRanks/cl100k_base';

/** Bytes as one character each → rank. */
export function rankByBytes(): Map<string, number> {
  return new Map(ranks.map((value, rank) => [Buffer.from(value as string).toString('latin1'), rank]));
}
