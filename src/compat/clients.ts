/** The clients that are known, those of a user's file over ours, and the ones that are asked for. */
import type { Client } from '../types/compat.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import data from './clients.json' with { type: 'json' };

export const CLIENTS = data.clients as unknown as readonly Client[];

/** A client that has the id of one of ours takes its place, or corrects it where it says so. */
export function mergeClients(own: readonly Client[], ours: readonly Client[] = CLIENTS): Client[] {
  const byId = new Map(ours.map((client) => [client.id, client]));
  for (const client of own) {
    const known = byId.get(client.id);
    byId.set(client.id, client.corrects && known ? corrected(known, client) : client);
  }
  return [...byId.values()];
}

/** A fact with the rule of a known one takes the place of all facts with that rule. */
function corrected(known: Client, { corrects: _, facts, ...client }: Client): Client {
  const replaced = new Set(facts.map(({ rule }) => rule).filter((rule) => rule !== undefined));
  const kept = known.facts.filter(({ rule }) => rule === undefined || !replaced.has(rule));
  return { ...known, ...client, facts: [...kept, ...facts] };
}

/** By id or alias, in the order of the list; all of them when nobody asks. */
export function chooseClients(clients: readonly Client[], wanted?: readonly string[]): Client[] {
  if (wanted === undefined || wanted.length === 0) return [...clients];
  const chosen = new Set(wanted.map((name) => findClient(clients, name)));
  return clients.filter((client) => chosen.has(client));
}

export function findClient(clients: readonly Client[], name: string): Client {
  const key = name.toLowerCase();
  const found = clients.find(({ id, aliases = [] }) => id === key || aliases.includes(key));
  if (found) return found;
  const ids = clients.map(({ id }) => id);
  const near = didYouMean(key, [...ids, ...clients.flatMap(({ aliases = [] }) => aliases)]);
  throw new McptestError({
    code: 'unknown-client',
    message: `there is no client ${JSON.stringify(name)}`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Known are: ${ids.join(', ')}.`,
  });
}
