/**
 * Threads for the offline judge, each with one server after the other. A thread that dies or does not answer is
 * replaced, and its server judged tool by tool, so that the definition that did it is known.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { JudgedWork, ServerWork } from './types.js';

export interface Threads {
  judge(work: ServerWork): Promise<JudgedWork>;
  close(): Promise<void>;
}

/** More takes memory and saves hardly any time. */
const YOUNG_MB = 16;
/** Far above what the largest server takes. With a limit V8 collects sooner: without one it keeps twice the memory. */
const OLD_MB = 512;
/** Far above what the largest server takes. */
const PATIENCE_MS = 60_000;

/** The bundle that this code is in; undefined when it runs from its sources, which threads cannot load. */
export function bundleFile(): string | undefined {
  const file = fileURLToPath(import.meta.url);
  return file.endsWith('.cjs') ? file : undefined;
}

export function openThreads(bundle: string, count: number, patience_ms = PATIENCE_MS): Threads {
  const threads = Array.from({ length: count }, () => new JudgingThread(bundle, patience_ms));
  /** Whoever has least to do. */
  const once = (work: ServerWork): Promise<JudgedWork | { lost: string }> =>
    threads.reduce((least, one) => (one.waiting < least.waiting ? one : least)).judge(work);

  /** Each missing tool by itself, after the whole was too much for a thread. */
  async function oneByOne(work: ServerWork): Promise<JudgedWork> {
    const { server_id, set_hash } = work;
    const judged: JudgedWork = { server_id, set_hash, scored: [], failed: [] };
    for (const id of work.missing) {
      const part = await once({ ...work, missing: [id], judge_set: false });
      if ('lost' in part) judged.failed.push({ tool_id: id, reason: part.lost, passing: false });
      else {
        judged.scored.push(...part.scored);
        judged.failed.push(...part.failed);
      }
    }
    if (!work.judge_set) return judged;
    const set = await once({ ...work, missing: [] });
    return {
      ...judged,
      set: 'lost' in set ? { unscored: set.lost } : (set.set ?? { unscored: 'not judged' }),
    };
  }

  return {
    judge: async (work) => {
      const whole = await once(work);
      return 'lost' in whole ? oneByOne(work) : whole;
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Waiting {
  work: ServerWork;
  done(answer: JudgedWork | { lost: string }): void;
}

/** A thread with a line before it: it goes on with the next server while the main thread writes to the store. */
class JudgingThread {
  readonly #line: Waiting[] = [];
  #thread: Worker;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly bundle: string,
    private readonly patience_ms: number,
  ) {
    this.#thread = this.#start();
  }

  get waiting(): number {
    return this.#line.length;
  }

  judge(work: ServerWork): Promise<JudgedWork | { lost: string }> {
    return new Promise((done) => {
      this.#line.push({ work, done });
      this.#thread.postMessage(work);
      if (this.#line.length === 1) this.#watch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#thread.terminate();
  }

  #start(): Worker {
    const thread = new Worker(`require(${JSON.stringify(this.bundle)}).judgeThread()`, {
      eval: true,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    thread.on('message', (judged: JudgedWork) => {
      this.#line.shift()?.done(judged);
      this.#watch();
    });
    const lost = (why: string): void => {
      if (thread === this.#thread && !this.#closed) this.#replace(why);
    };
    thread.on('error', (error) => lost(`the thread that judged it broke: ${error.message}`));
    thread.on('exit', () => lost('the thread that judged it ended'));
    return thread;
  }

  /** The patience is for the first in line. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#line.length === 0) return;
    this.#timer = setTimeout(
      () => this.#replace(`was not judged within ${this.patience_ms / 1000} s`),
      this.patience_ms,
    );
  }

  /** The first in line is lost; the others are asked of a new thread. */
  #replace(why: string): void {
    const old = this.#thread;
    this.#thread = this.#start();
    void old.terminate();
    this.#line.shift()?.done({ lost: why });
    for (const { work } of this.#line) this.#thread.postMessage(work);
    this.#watch();
  }
}
