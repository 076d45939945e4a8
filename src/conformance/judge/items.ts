/** Rules about every entry of a list. */
import { judged, NotApplicable, NotTestable, type Outcome } from '../check.js';
import type { ListName } from '../learn/listing.js';
import type { World } from '../world.js';
import { errorOf, resultOf } from '../world.js';

const METHOD_NOT_FOUND = -32_601;

export type Item = Record<string, unknown>;

export interface ItemRule {
  in: ListName;
  /** Which entries the rule is about; all of them when absent. */
  where?: (item: Item) => boolean;
  wrong: (item: Item, at: number) => string | undefined;
  good: string;
  /** Said where no entry is concerned. */
  none: string;
}

export async function judgeItems(world: World, rule: ItemRule): Promise<Outcome> {
  const listing = await world.list(rule.in);
  const [first] = listing.pages;
  // To list templates is voluntary, and has a check of its own.
  if (rule.in === 'templates' && errorOf(first!)?.code === METHOD_NOT_FOUND)
    throw new NotApplicable(rule.none);
  resultOf(first!);
  const items = listing.items.filter((item) => rule.where?.(item) ?? true);
  const problems = items.flatMap((item) => rule.wrong(item, listing.items.indexOf(item)) ?? []);
  if (listing.fault !== undefined && problems.length === 0)
    throw new NotTestable(`not every entry was seen: ${listing.fault}`, listing.pages.at(-1)!);
  if (items.length === 0) throw new NotApplicable(rule.none);
  return judged(problems, rule.good, ...listing.pages.slice(0, 1));
}

/** `tool "echo"`, or by its place where it has no name. */
export function called(kind: string, item: Item, at: number): string {
  const name = item.name ?? item.uri;
  return typeof name === 'string' && name !== ''
    ? `${kind} ${JSON.stringify(name.slice(0, 80))}`
    : `${kind} ${at}`;
}

/** Values that are there more than once. */
export function twice(values: readonly unknown[]): unknown[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}
