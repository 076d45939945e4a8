/** Notifications that came while a request was open. Of a flood of `list_changed` one is kept, with its count. */
import type { Notice } from '../../types/connection.js';

const MOST = 1000;
/** How long the first one may take that a server sends behind its answer, and each further one. */
const FIRST_MS = 250;
const NEXT_MS = 50;

export class Notices {
  readonly list: Notice[] = [];
  private readonly changes = new Map<string, Notice>();
  private onNext: (() => void) | undefined;

  add(method: string, params: unknown): void {
    const known = this.changes.get(method);
    if (known) {
      known.count = (known.count ?? 1) + 1;
      return;
    }
    if (this.list.length >= MOST) return;
    const notice: Notice = params === undefined ? { method } : { method, params };
    this.list.push(notice);
    if (method.endsWith('/list_changed')) this.changes.set(method, notice);
    this.onNext?.();
  }

  /** Resolves when nothing more is to be expected behind an answer. */
  async quiet(): Promise<void> {
    for (let more = true; more; ) {
      const seen = this.list.length;
      const ms = seen === 0 ? FIRST_MS : NEXT_MS;
      await new Promise<void>((resolve) => {
        // Timers run before the pipes are read; the immediate lets one more read happen on a busy machine.
        const timer = setTimeout(() => setImmediate(resolve), ms);
        this.onNext = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      more = this.list.length > seen;
    }
  }
}
