/**
 * What all runs that ask one model have in common: how many requests may be under way, and until when
 * nobody asks because the provider wants to be left alone. After such a word half as many ask at a time;
 * every answer lets one more, up to the limit that the suite sets.
 */
import type { Clock, ModelSpec } from '../types/driver.js';
import type { AttemptFailure } from './retry.js';

export type PaceEntry =
  /** May ask now; `queued` is how long it stood in line for a place, in milliseconds. */
  | { queued: number }
  /** Nobody may ask for so long that it would be too late. */
  | { held_ms: number; failure: AttemptFailure }
  | { stopped: true };

interface Hold {
  until: number;
  failure: AttemptFailure;
}

export class Pace {
  #active = 0;
  #width: number;
  #waiting: (() => void)[] = [];
  #held: Hold | undefined;

  constructor(private readonly limit = Number.POSITIVE_INFINITY) {
    this.#width = limit;
  }

  /** Resolves when a request may be made; whoever entered leaves again. Time in line moves the deadline. */
  async enter(clock: Clock, deadline: number, signal?: AbortSignal): Promise<PaceEntry> {
    let queued = 0;
    // A wait is waited out once, even where a clock wakes too early.
    let slept: Hold | undefined;
    for (;;) {
      if (signal?.aborted) return { stopped: true };
      const now = clock.now();
      const held = this.#held;
      if (held !== undefined && held !== slept && held.until > now) {
        if (held.until >= deadline + queued) return { held_ms: held.until - now, failure: held.failure };
        slept = held;
        await clock.sleep(held.until - now, signal);
      } else if (this.#active >= this.#width) {
        await this.#place(signal);
        queued += clock.now() - now;
      } else {
        this.#active += 1;
        return { queued };
      }
    }
  }

  /** `answered`: the provider did what it was asked. */
  leave(answered: boolean): void {
    this.#active -= 1;
    if (answered) this.#width = Math.min(this.limit, this.#width + 1);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Nobody asks for so long. Of several that are told so at once only the first slows the others down. */
  hold(clock: Clock, ms: number, failure: AttemptFailure): void {
    const now = clock.now();
    if (this.#held === undefined || this.#held.until <= now)
      this.#width = Math.max(1, Math.floor(Math.min(this.#width, this.#active) / 2));
    if (now + ms > (this.#held?.until ?? 0)) this.#held = { until: now + ms, failure };
  }

  #place(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
      this.#waiting.push(wake);
    });
  }
}

/** One pace for each model at each address, for as long as the whole invocation lasts. */
export function createPaces(): (spec: ModelSpec) => Pace {
  const paces = new Map<string, Pace>();
  return (spec) => {
    const key = JSON.stringify([spec.provider, spec.base_url, spec.model, spec.api_key_env]);
    const pace = paces.get(key) ?? new Pace(spec.concurrency);
    paces.set(key, pace);
    return pace;
  };
}
