/** The tools of a suite's servers: listed when first needed, and again once a server said that they changed. */
import type { Connection, Listing, RequestOptions } from '../../types/connection.js';

interface Known {
  connection: Connection;
  changes?: number;
  listing: Promise<Listing>;
  /** The server went away before it had listed anything. */
  lost: boolean;
}

export class ToolLists {
  readonly #known = new Map<string, Known>();

  /** Never throws: what went wrong is in the listing. */
  of(connection: Connection, options: RequestOptions): Promise<Listing> {
    const known = this.#known.get(connection.name);
    if (known && isCurrent(known, connection)) return known.listing;
    const listing = connection.list('tools/list', options);
    const next: Known = { connection, changes: connection.listChanges, listing, lost: false };
    this.#known.set(connection.name, next);
    void listing.then(({ failed }) => {
      next.lost = failed?.kind === 'died';
    });
    return listing;
  }
}

/** A server that is started anew for each test is taken to offer the same tools each time. */
function isCurrent(known: Known, connection: Connection): boolean {
  return known.connection === connection ? known.changes === connection.listChanges : !known.lost;
}
