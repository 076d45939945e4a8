/** What tests may cost: a budget of each test, of its suite, and of the whole run, each inside the next. */
import type { Suite } from '../types/suite.js';
import { Budget } from './agent/budget.js';

export class Budgets {
  readonly #run: Budget | undefined;
  readonly #suites = new Map<Suite, Budget | undefined>();
  readonly #tests = new Map<object, Budget>();

  /** `max_cost`: of the whole run, in US dollars. */
  constructor(max_cost?: number) {
    this.#run = max_cost === undefined ? undefined : new Budget({ usd: max_cost, name: '--max-cost' });
  }

  /** All models and judges of a test share its budget. */
  of(suite: Suite, test: object): Budget | undefined {
    if (!this.#suites.has(suite)) {
      const usd = suite.budget?.per_suite_usd;
      this.#suites.set(
        suite,
        usd === undefined ? this.#run : new Budget({ usd, name: 'per_suite_usd' }, this.#run),
      );
    }
    const whole = this.#suites.get(suite);
    const usd = suite.budget?.per_test_usd;
    if (usd === undefined) return whole;
    const own = this.#tests.get(test) ?? new Budget({ usd, name: 'per_test_usd' }, whole);
    this.#tests.set(test, own);
    return own;
  }

  /** Those that were reached. */
  refusals(): string[] {
    const all = [this.#run, ...this.#suites.values(), ...this.#tests.values()];
    return [...new Set(all.flatMap((budget) => budget?.refusal ?? []))];
  }
}
