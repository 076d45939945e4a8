/** From a problem that was seen once to the smallest case that shows it again on a fresh server, or to none. */
import type { FuzzCall } from '../types/fuzz.js';
import { type FuzzCase, type PlannedCall, runCase, type ToolsByName } from './fuzz-case.js';
import type { FuzzServer } from './fuzz-server.js';
import { isSame, type Problem } from './judge-call.js';
import { shrink } from './shrink.js';

/** A problem with the smallest case that shows it. */
export interface Found {
  problem: Problem;
  label: string;
  case: number;
  times: number;
  reproduced: boolean;
  /** The last call shows it; those before it are needed. */
  calls: PlannedCall[];
}

/** Each try costs a call; one that hangs or kills the server costs far more. */
const TRIES: Partial<Record<Problem['outcome'], number>> = { hang: 8, crash: 60 };
const USUAL_TRIES = 80;
/** Of what the server was asked before, so much is tried again. */
const MOST_BEFORE = 60;

type Investigated = Omit<Found, 'label' | 'case' | 'times'>;

export class Investigation {
  readonly #tries: number;

  constructor(
    private readonly server: FuzzServer,
    private readonly tools: ToolsByName,
    private readonly problem: Problem,
  ) {
    this.#tries = TRIES[problem.outcome] ?? USUAL_TRIES;
  }

  /** `history`: what the server had answered before the case. The server is fresh afterwards. */
  async of(one: FuzzCase, history: readonly FuzzCall[]): Promise<Investigated> {
    const smaller = await this.#smallest(one);
    const shown =
      (await this.#onFresh({ ...one, calls: smaller })) ??
      (await this.#onFresh(one)) ??
      (await this.#withHistory(one, history));
    await this.server.restart();
    return shown ?? { problem: this.problem, calls: one.calls, reproduced: false };
  }

  async #smallest(one: FuzzCase): Promise<PlannedCall[]> {
    const { calls, rebuild } = one;
    const shows = async (fewer: PlannedCall[]): Promise<boolean> =>
      (await this.#again({ ...one, calls: fewer })) !== undefined;
    if (rebuild === undefined) return shrink(calls, shows, this.#tries);
    // Calls that belong together are made smaller together.
    const together = ([only]: PlannedCall[]) => shows(rebuild(only?.args ?? {}));
    const [base] = await shrink(calls.slice(0, 1), together, this.#tries);
    return rebuild(base?.args ?? {});
  }

  /** Whether it needs what came before, and how much of that. */
  async #withHistory(one: FuzzCase, history: readonly FuzzCall[]): Promise<Investigated | undefined> {
    const earlier: PlannedCall[] = history.slice(-MOST_BEFORE);
    if (earlier.length === 0 || this.problem.outcome === 'hang') return undefined;
    const all = [...earlier, ...one.calls];
    if ((await this.#onFresh({ ...one, calls: all })) === undefined) return undefined;
    const shows = async (calls: PlannedCall[]) => (await this.#onFresh({ ...one, calls })) !== undefined;
    const needed = await shrink(all, shows, TRIES.crash ?? USUAL_TRIES);
    return this.#onFresh({ ...one, calls: needed });
  }

  async #onFresh(one: FuzzCase): Promise<Investigated | undefined> {
    await this.server.restart();
    const found = await this.#again(one);
    await this.server.restart();
    return found;
  }

  /** The same problem, with fewer parts perhaps, and shown by the last of the calls. */
  async #again(one: FuzzCase): Promise<Investigated | undefined> {
    const { seen, problems } = await runCase(one, this.server, this.tools);
    const found = problems.find((other) => isSame(other, this.problem));
    if (found === undefined || seen.length < one.calls.length) return undefined;
    const calls = one.calls.map((call, at) => ({ ...call, args: seen[at]?.call.args ?? call.args }));
    return { problem: agreed(this.problem, found), calls, reproduced: true };
  }
}

/** What was the same both times; the rest differs from run to run and would make two reports of one seed differ. */
function agreed(first: Problem, second: Problem): Problem {
  if (first.key !== second.key || second.outcome !== 'crash') return second;
  return { ...second, evidence: second.evidence.filter((line) => first.evidence.includes(line)) };
}
