/** The first prompts of the list, with a plain word for each argument. */
import { isObject, ownValue } from '../../util/plain.js';
import type { Exchange } from '../wire/port.js';
import type { Talk } from '../wire/talk.js';
import type { Listing } from './listing.js';

const MOST_GETS = 5;

export interface MadeGet {
  name: string;
  exchange: Exchange;
}

export async function makeGets(talk: Talk, listing: Listing): Promise<MadeGet[]> {
  const made: MadeGet[] = [];
  const prompts = [...listing.items].sort(
    (one, two) => requiredArguments(one).length - requiredArguments(two).length,
  );
  for (const prompt of prompts.slice(0, MOST_GETS)) {
    if (typeof prompt.name !== 'string') continue;
    const args = Object.fromEntries(requiredArguments(prompt).map((name) => [name, 'text']));
    const params = { name: prompt.name, arguments: args };
    made.push({ name: prompt.name, exchange: await talk.ask('prompts/get', params) });
  }
  return made;
}

export function requiredArguments(prompt: Record<string, unknown>): string[] {
  const args = ownValue(prompt, 'arguments');
  return (Array.isArray(args) ? args : []).flatMap((one) =>
    isObject(one) && one.required === true && typeof one.name === 'string' ? [one.name] : [],
  );
}
