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

  constructor(private readonly onNotice?: (notice: Notice) => void) {}

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
    this.onNotice?.(notice);
    this.onNext?.();
  }

  /** Resolves when one of this method is there, or the time is over. */
  async until(method: string, ms: number): Promise<void> {
    const deadline = performance.now() + ms;
    while (!this.list.some((notice) => notice.method === method)) {
      const left = deadline - performance.now();
      if (left <= 0) return;
      await this.next(left);
    }
  }

  /** Resolves when nothing more is to be expected behind an answer. */
  async quiet(): Promise<void> {
    for (let more = true; more; ) {
      const seen = this.list.length;
      await this.next(seen === 0 ? FIRST_MS : NEXT_MS);
      more = this.list.length > seen;
    }
  }

  /** Resolves with the next one, or when the time is over. */
  private next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // Timers run before the pipes are read; the immediate lets one more read happen on a busy machine.
      const timer = setTimeout(() => setImmediate(resolve), ms);
      this.onNext = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
