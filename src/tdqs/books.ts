/** What a model costs as a judge: calls, tokens and dollars so far, and an end when the budget is spent. */
import { costOf } from '../drivers/prices.js';
import type { Price, Usage } from '../types/driver.js';
import type { JudgeBooks } from '../types/tdqs.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface Ledger {
  /** Calls that were made for one question, and what the provider said of them. */
  add(calls: number, usage: Usage | undefined): void;
  /** An answer that was kept from an earlier run. */
  addKept(): void;
  /** Why no further question may be asked. */
  spent(): string | undefined;
  read(): JudgeBooks;
}

export interface LedgerOptions {
  provider: string;
  model: string;
  price?: Price;
  /** In US dollars. */
  max_cost?: number;
}

export function openLedger({ provider, model, price, max_cost }: LedgerOptions): Ledger {
  const total = { calls: 0, kept: 0, input: 0, output: 0 };
  let counted = true;
  let cost = 0;
  return {
    add: (calls, usage) => {
      total.calls += calls;
      if (usage === undefined) counted = calls === 0 && counted;
      else {
        total.input += usage.input;
        total.output += usage.output;
        if (price !== undefined) cost += costOf(usage, price);
      }
    },
    addKept: () => {
      total.kept += 1;
    },
    spent: () =>
      max_cost !== undefined && cost >= max_cost
        ? `The budget of $${max_cost} is spent ($${cost.toFixed(4)} so far).`
        : undefined,
    read: () =>
      omitUndefined({
        provider,
        model,
        calls: total.calls,
        kept: total.kept,
        input_tokens: counted ? total.input : undefined,
        output_tokens: counted ? total.output : undefined,
        cost_usd: counted && price !== undefined ? Math.round(cost * 1e6) / 1e6 : undefined,
      }),
  };
}
