/** Tells the clients of an HTTP recorder apart: by their session, and where there is none each request by itself. */

/** A recorder must not grow for ever. */
const MOST = 10_000;

export class ClientNumbers {
  #last = 0;
  readonly #bySession = new Map<string, number>();

  of(session: unknown): number {
    const known = typeof session === 'string' ? this.#bySession.get(session) : undefined;
    if (known !== undefined) return known;
    this.#last += 1;
    if (typeof session === 'string') this.opened(session, this.#last);
    return this.#last;
  }

  /** The server named the session of a client. */
  opened(session: unknown, client: number): void {
    if (typeof session !== 'string') return;
    this.#bySession.set(session, client);
    const [oldest] = this.#bySession.size > MOST ? this.#bySession.keys() : [];
    if (oldest !== undefined) this.#bySession.delete(oldest);
  }
}
