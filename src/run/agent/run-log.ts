/** What one run did, written down as it happens and redacted before it is kept. */
import { costOf } from '../../drivers/prices.js';
import type { Redactor } from '../../redact/redactor.js';
import type { Price, Turn } from '../../types/driver.js';
import type { Trace, TraceCall, TraceTurn } from '../../types/trace.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { tight } from '../../util/plain.js';
import { plural } from '../../util/text.js';

export class RunLog {
  readonly #calls: TraceCall[] = [];
  readonly #delegations: { from: string; to: string }[] = [];
  readonly #faults: { call: number; kind: string }[] = [];
  readonly #turns: TraceTurn[] = [];
  readonly #notes = new Set<string>();
  readonly #tokens = { input: 0, output: 0, total: 0 };
  #cost: number | undefined = 0;
  #counted = true;
  #retries = 0;

  constructor(private readonly redactor: Redactor) {}

  /** A turn of the agent itself; a worker's turn only adds to tokens and cost. */
  turn(turn: Turn, price: Price | undefined, worker: boolean): void {
    const { usage } = turn;
    if (usage === undefined) this.#counted = false;
    else for (const key of ['input', 'output', 'total'] as const) this.#tokens[key] += usage[key];
    const cost = usage && price && costOf(usage, price);
    this.#cost = cost === undefined || this.#cost === undefined ? undefined : this.#cost + cost;
    const retries = turn.retries ?? 0;
    this.#retries += retries;
    if (!worker) {
      this.#turns.push(
        omitUndefined({
          tokens: usage?.total,
          input: usage?.input,
          output: usage?.output,
          cost_usd: cost === undefined ? undefined : inDollars(cost),
          retries: retries > 0 ? retries : undefined,
          ...this.#words(turn),
          call: this.#calls.length,
        }),
      );
    }
    for (const warning of turn.warnings ?? []) this.note(warning);
    if (turn.finish === 'refusal') this.note('the model declined');
    if (turn.finish === 'length') this.note('a turn of the model was cut at its output limit');
  }

  #words({ reasoning, text, calls }: Turn): Pick<TraceTurn, 'reasoning' | 'text'> {
    const words: Pick<TraceTurn, 'reasoning' | 'text'> = {};
    if (reasoning) words.reasoning = this.redactor.text(reasoning);
    if (text && calls.length > 0) words.text = this.redactor.text(text);
    return words;
  }

  call(call: TraceCall): void {
    const { duration_ms, is_error, ...words } = call;
    this.#calls.push(omitUndefined({ ...this.redactor.value(words), is_error, duration_ms }));
  }

  /** How many calls were written down. */
  get calls(): number {
    return this.#calls.length;
  }

  delegation(from: string, to: string): void {
    this.#delegations.push(this.redactor.value({ from, to }));
  }

  /** The call that is being made meets a fault. */
  fault(kind: string): void {
    this.#faults.push({ call: this.#calls.length, kind });
  }

  note(text: string): void {
    this.#notes.add(this.redactor.text(text));
  }

  get notes(): string[] {
    const again =
      this.#retries > 0 ? [`the provider had to be asked again ${plural(this.#retries, 'time')}`] : [];
    return [...this.#notes, ...again];
  }

  /** What the trace has of its own; the caller adds what it knew before. Without `turns` nobody counted any. */
  trace(turns = true): Pick<Trace, 'calls'> & Partial<Trace> {
    return omitUndefined({
      calls: tight(this.#calls),
      delegations: this.#delegations.length > 0 ? this.#delegations : undefined,
      ...(turns ? this.#counts() : {}),
      faults: this.#faults.length > 0 ? this.#faults : undefined,
    });
  }

  #counts(): Pick<Trace, 'turns' | 'tokens' | 'cost_usd'> {
    return {
      turns: tight(this.#turns),
      tokens: this.#counted ? { ...this.#tokens } : undefined,
      cost_usd: this.#cost === undefined ? undefined : inDollars(this.#cost),
    };
  }
}

/** To a billionth, so that sums do not end in 0.30000000000000004. */
function inDollars(cost: number): number {
  return Math.round(cost * 1e9) / 1e9;
}
