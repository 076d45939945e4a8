/**
 * A budget in US dollars. A call is let through only when what it may cost at most still fits; calls of
 * runs side by side wait for one another when money is short. What a call will cost is not known before:
 * it is taken to cost as much as the most expensive call so far, and the model may not write more than is left.
 */
import type { Price } from '../../types/driver.js';

/** With a budget, a turn writes at most this many tokens. */
const MOST_OUTPUT = 8192;
/** Fewer tokens than this are no answer; some providers refuse to be asked for so few. */
const LEAST_OUTPUT = 16;

export interface Limit {
  usd: number;
  /** `per_test_usd` or `per_suite_usd`. */
  name: string;
}

export interface Ticket {
  max_output_tokens: number;
  /** What the call really cost; what it was taken to cost when nobody says. */
  settle(usd?: number): void;
}

export class Budget {
  #spent = 0;
  #reserved = 0;
  #highest = 0;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly limit: Limit,
    private readonly outer?: Budget,
  ) {}

  /** The limit that has been reached, if any. */
  get refusal(): string | undefined {
    return this.#refusal ?? this.outer?.refusal;
  }

  #refusal: string | undefined;

  async admit(price: Price, inputTokens: number): Promise<Ticket | undefined> {
    const input = (inputTokens * price.input) / 1e6;
    for (;;) {
      if (this.refusal !== undefined) return undefined;
      const chain = this.#chain();
      const highest = Math.max(...chain.map((budget) => budget.#highest));
      const worst = Math.max(input + (MOST_OUTPUT * price.output) / 1e6, highest);
      const tight = chain.find((budget) => budget.#left() < worst);
      if (tight === undefined) return this.#reserve(worst, input, MOST_OUTPUT);
      const busy = chain.find((budget) => budget.#left() < worst && budget.#reserved > 0);
      if (busy !== undefined) {
        await new Promise<void>((resolve) => busy.#waiting.push(resolve));
        continue;
      }
      const left = Math.min(...chain.map((budget) => budget.#left()));
      const expected = Math.max(input, highest);
      const output =
        price.output > 0 ? Math.floor(((left - input) * 1e6) / price.output + 1e-6) : MOST_OUTPUT;
      if (expected <= left && output >= LEAST_OUTPUT)
        return this.#reserve(Math.min(worst, left), expected, Math.min(output, MOST_OUTPUT));
      const short = chain.find((budget) => budget.#left() < Math.max(expected, 1e-12)) ?? tight;
      short.#refusal = short.#words(expected);
      return undefined;
    }
  }

  #chain(): Budget[] {
    return [this, ...(this.outer ? this.outer.#chain() : [])];
  }

  #left(): number {
    return this.limit.usd - this.#spent - this.#reserved;
  }

  #reserve(amount: number, expected: number, output: number): Ticket {
    const chain = this.#chain();
    for (const budget of chain) budget.#reserved += amount;
    let open = true;
    return {
      max_output_tokens: output,
      settle: (actual = expected) => {
        if (!open) return;
        open = false;
        for (const budget of chain) budget.#settle(amount, actual);
      },
    };
  }

  #settle(reserved: number, actual: number): void {
    this.#reserved = Math.max(0, this.#reserved - reserved);
    if (this.#reserved < 1e-12) this.#reserved = 0;
    this.#spent += actual;
    this.#highest = Math.max(this.#highest, actual);
    // Nobody may be asked after the last call, and then nobody else would say so.
    if (this.#spent > this.limit.usd + 1e-9)
      this.#refusal ??= `${this.limit.name} is ${usd(this.limit.usd)}, and ${usd(this.#spent)} is spent: a call cost more than was expected`;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #words(expected: number): string {
    return `${this.limit.name} is ${usd(this.limit.usd)}, ${usd(this.#spent)} is spent, and the next call is expected to cost ${usd(expected)}`;
  }
}

function usd(amount: number): string {
  return `$${Number(amount.toFixed(6))}`;
}
