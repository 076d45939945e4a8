/** The clients that are known, those of a user's file over ours, and the ones that are asked for. */
import type { Client } from '../types/compat.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import data from './clients.json' with { type: 'json' };

export const CLIENTS = data.clients as unknown as readonly Client[];

/** A client of the file that has the id of one of ours takes its place as a whole, unless it says `extends`. */
export function mergeClients(own: readonly Client[], ours: readonly Client[] = CLIENTS): Client[] {
  const byId = new Map(ours.map((client) => [client.id, client]));
  for (const client of own) byId.set(client.id, client);
  return [...byId.values()];
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
