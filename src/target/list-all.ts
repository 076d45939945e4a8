/** A whole list of a server, or an error that says why there is none. */

import type { Connection, Listing, ListMethod } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';

/** Every page, or `list-failed`: half a list is none. */
export async function listAll(
  connection: Connection,
  method: ListMethod,
): Promise<Record<string, unknown>[]> {
  return (await wholeListing(connection, method)).items;
}

/** As `listAll`, with what else is known of the list. */
export async function wholeListing(connection: Connection, method: ListMethod): Promise<Listing> {
  const listing = await connection.list(method);
  return wholeOrError(listing, connection, method);
}

/** As `wholeListing`, and also a list that broke off because of its cursors: what came of it is there. */
export async function listingSoFar(connection: Connection, method: ListMethod): Promise<Listing> {
  const listing = await connection.list(method);
  return listing.paging?.broken === undefined ? wholeOrError(listing, connection, method) : listing;
}

function wholeOrError(listing: Listing, connection: Connection, method: ListMethod): Listing {
  const failure = failureOf(listing);
  if (failure === undefined) return listing;
  const [capability = ''] = method.split('/');
  const undeclared = connection.info.capabilities[capability] === undefined;
  throw new McptestError({
    code: 'list-failed',
    message: `${method} failed: ${failure}`,
    hint: undeclared ? `The server does not declare the capability \`${capability}\`.` : undefined,
    exitCode: EXIT.failed,
  });
}

function failureOf(listing: Listing): string | undefined {
  const reply = listing.failed;
  if (reply === undefined) return listing.fault;
  if (reply.kind === 'error') return `error ${reply.error.code}: ${reply.error.message}`;
  return reply.kind === 'result' ? (listing.fault ?? 'not a list') : fullMessage(reply);
}
