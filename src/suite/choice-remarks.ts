/** What of a selection chose nothing, and what `only` left out: a mistyped word would change nothing, and nobody would notice. */
import type { Selection } from '../types/plan.js';
import { didYouMean } from '../util/did-you-mean.js';
import { createFilter, type Row } from './filter.js';

interface Selectable extends Row {
  test: { tags: string[]; only: boolean };
}

/** `all`: what could be selected; `chosen`: how many were. */
export async function choiceRemarks(
  all: readonly Selectable[],
  { filter, tags = [], skip_tags = [] }: Selection,
  chosen: number,
): Promise<string[]> {
  const known = [...new Set(all.flatMap(({ test }) => test.tags))];
  const strange = (tag: string): boolean => !known.includes(tag);
  const out: string[] = [];
  for (const tag of tags.filter(strange)) {
    const near = didYouMean(tag, known);
    if (near !== undefined || chosen > 0) out.push(`no test has the tag ${tag}${meant(near)}`);
  }
  // A word that several suites share need not be a tag of each; nearly a tag, it is a slip.
  for (const tag of skip_tags.filter(strange)) {
    const near = didYouMean(tag, known);
    if (near !== undefined) out.push(`no test has the tag ${tag}, so none is left out by it${meant(near)}`);
  }
  // A single text that fits nothing is told as the end of the run.
  const texts = typeof filter === 'string' || filter === undefined ? [] : filter;
  if (texts.length > 1 && chosen > 0)
    for (const text of texts)
      if (!(await fitsAny(text, all))) out.push(`no test fits --filter ${JSON.stringify(text)}`);
  return out;
}

function meant(near: string | undefined): string {
  return near === undefined ? '' : `; did you mean ${near}?`;
}

async function fitsAny(text: string, rows: readonly Row[]): Promise<boolean> {
  const { accepts } = await createFilter(text, rows);
  for (const row of rows) if (await accepts(row)) return true;
  return false;
}
