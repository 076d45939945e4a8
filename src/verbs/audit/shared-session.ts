/**
 * The connection that the parts of an audit share, while other conversations run beside it. Some servers end each other, or
 * want a port for themselves: one that left is opened once more when nothing else runs, before anything is blamed.
 */
import type { Connection } from '../../types/connection.js';

export interface OpenConnection {
  connection: Connection;
  /** How long the handshake took. */
  took: number;
}

export class SharedSession {
  /** It left while others of it ran, and stayed when it was alone. */
  isEndedByOthers = false;
  /** Resolves when it is closed, and whatever wants to be alone may start. */
  readonly closed: Promise<void>;
  private open: Watched;
  private end: () => void = () => {};

  /** `openAlone` waits until nothing else runs; undefined where the server does not start then either. */
  constructor(
    first: OpenConnection,
    private readonly openAlone: () => Promise<OpenConnection | undefined>,
  ) {
    this.open = watched(first);
    this.closed = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /**
   * What `work` gives; where the server left before it was done, what it gives on a connection that is alone. `mustStay`: a
   * server that leaves then, too, keeps what was said of it first.
   */
  async use<T>(work: (open: OpenConnection) => Promise<T>, { mustStay = false } = {}): Promise<T> {
    const first = await settled(work(this.open));
    if (!this.open.hasLeft()) return first();
    const again = await this.openAlone();
    if (again === undefined) return first();
    this.open = watched(again);
    const second = await settled(work(this.open));
    if (this.open.hasLeft()) return mustStay ? first() : second();
    this.isEndedByOthers = true;
    return second();
  }

  async close(): Promise<void> {
    await this.open.connection.close();
    this.end();
  }
}

type Watched = OpenConnection & { hasLeft(): boolean };

/** The same connection, which remembers whether the server was still there when it was closed. */
function watched({ connection, took }: OpenConnection): Watched {
  let atClose: boolean | undefined;
  const close = () => {
    atClose ??= connection.alive;
    return connection.close();
  };
  return {
    connection: Object.create(connection, { close: { value: close } }),
    took,
    hasLeft: () => !(atClose ?? connection.alive),
  };
}

async function settled<T>(work: Promise<T>): Promise<() => T> {
  try {
    const value = await work;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
