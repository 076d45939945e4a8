/**
 * What `run --watch` does next: files that changed run what they touch, keys run all, the failures, or what
 * matches a filter. One run at a time; what happens meanwhile is done afterwards, together.
 */
import type { CaseResult } from '../../types/envelope.js';

export interface Choice {
  /** Rows by id; all when absent. */
  ids?: string[];
  filter?: string;
  /** Why, for the line above the run. */
  why: string;
}

export interface WatchWork {
  /** Runs and reports; resolves to the rows, or to undefined when nothing could run. */
  run(choice: Choice): Promise<CaseResult[] | undefined>;
  /** The rows that changed files touch, as the suites stand now. */
  touched(paths: string[]): Promise<string[]>;
  /** Asks for a filter. */
  ask(): Promise<string>;
  tell(line: string): void;
  /** As a person writes the path. */
  shown(path: string): string;
}

export class WatchLoop {
  private readonly verdicts = new Map<string, CaseResult['verdict']>();
  private readonly queue: (() => Promise<void>)[] = [];
  private changed = new Set<string>();
  private filter: string | undefined;
  private busy = false;
  private finish: () => void = () => {};
  readonly done = new Promise<void>((resolve) => {
    this.finish = resolve;
  });

  constructor(private readonly work: WatchWork) {}

  start(): void {
    this.push(() => this.run({ why: '' }));
  }

  files(paths: string[]): void {
    const waiting = this.changed.size > 0;
    for (const path of paths) this.changed.add(path);
    if (!waiting) this.push(() => this.runChanged());
  }

  key(key: string): void {
    if (key === 'q' || key === '\u0003' || key === '\u0004') this.finish();
    else if (key === 'a') this.push(() => this.runAll());
    else if (key === 'f') this.push(() => this.runFailures());
    else if (key === 'p') this.push(() => this.askFilter());
    else if (key === '\r' || key === '\n') this.push(() => this.run({ why: 'again' }));
  }

  private push(job: () => Promise<void>): void {
    this.queue.push(job);
    if (!this.busy) void this.drain();
  }

  private async drain(): Promise<void> {
    this.busy = true;
    for (let job = this.queue.shift(); job; job = this.queue.shift()) await job();
    this.busy = false;
    const filter = this.filter === undefined ? '' : ` matching ${JSON.stringify(this.filter)}`;
    this.work.tell(`waiting for changes${filter}`);
  }

  private async runChanged(): Promise<void> {
    const paths = [...this.changed];
    this.changed = new Set();
    const ids = await this.work.touched(paths);
    const names = paths.map((path) => this.work.shown(path)).join(', ');
    // A suite that became invalid touches nothing that is known; the run says what is wrong with it.
    await this.run({ ids: ids.length > 0 ? ids : undefined, why: `${names} changed` });
  }

  private async runAll(): Promise<void> {
    this.filter = undefined;
    await this.run({ why: 'all tests' });
  }

  private async runFailures(): Promise<void> {
    const ids = [...this.verdicts]
      .filter(([, verdict]) => verdict === 'fail' || verdict === 'inconclusive')
      .map(([id]) => id);
    if (ids.length === 0) this.work.tell('nothing failed');
    else await this.run({ ids, why: 'what did not pass' });
  }

  private async askFilter(): Promise<void> {
    const text = (await this.work.ask()).trim();
    this.filter = text === '' ? undefined : text;
    await this.run({ why: text === '' ? 'all tests' : `tests that match ${JSON.stringify(text)}` });
  }

  private async run(choice: Choice): Promise<void> {
    const results = await this.work.run({ ...choice, filter: this.filter });
    for (const { id, verdict } of results ?? []) this.verdicts.set(id, verdict);
  }
}
