/** The tools of a suite's servers: listed when first needed, and again once a server said that they changed. */
import type { Connection, Listing } from '../types/connection.js';

export class ToolLists {
  readonly #known = new Map<
    string,
    { connection: Connection; changes?: number; listing: Promise<Listing> }
  >();

  /** Never throws: what went wrong is in the listing. */
  of(connection: Connection, timeout_ms: number): Promise<Listing> {
    const known = this.#known.get(connection.name);
    // A server that is started anew for each test is taken to offer the same tools each time.
    const current = known && (known.connection !== connection || known.changes === connection.listChanges);
    if (current) return known.listing;
    const changes = connection.listChanges;
    const listing = connection.list('tools/list', { timeout_ms });
    this.#known.set(connection.name, { connection, changes, listing });
    return listing;
  }
}
