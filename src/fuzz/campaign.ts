/**
 * A campaign: cases in turn over all tools until the budget is used up. What goes wrong is made as small as it gets,
 * has to show once more on a fresh server, and is reported once however many cases show it. Calls go out one after the
 * other, so that the same seed gives the same calls in the same order.
 */
import { argumentCases } from '../generate/argument-cases.js';
import type { ToolDef } from '../types/catalog.js';
import type { FuzzedTool, FuzzOutcome } from '../types/fuzz.js';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { randomOf } from '../util/random.js';
import { clip, oneLine, plural } from '../util/text.js';
import { forbidsOf } from './forbidden.js';
import { type CaseOutcome, type FuzzCase, runCase } from './fuzz-case.js';
import { FuzzServer, type FuzzTarget } from './fuzz-server.js';
import { inputsOf } from './inputs.js';
import { type Found, Investigation } from './investigation.js';
import { answerText, isFailure, isSame, type JudgedTool, leaksOfCall, type Problem } from './judge-call.js';
import { learnUsual, type UsualCall } from './learn-usual.js';
import type { Args } from './places.js';
import { relationCases } from './relation-cases.js';
import { sequencesOf } from './sequences.js';

export interface CampaignOptions {
  seed: number;
  /** How many cases in all; so many for each tool when absent. */
  cases?: number;
  max_call_ms: number;
  /** A field that the schema forbids and the server drops is a failure too. */
  strict?: boolean;
  /** Arguments that are known to be taken, by tool. */
  usual?: ReadonlyMap<string, Args>;
}

export interface CampaignResult {
  cases: number;
  tools: FuzzedTool[];
  /** How long the cases of each tool took; apart from the rest, which the same seed gives again. */
  duration_ms: ReadonlyMap<string, number>;
  found: Found[];
  notes: string[];
  /** Something could not be judged. */
  incomplete: boolean;
}

const CASES_A_TOOL = 50;
const LEAST_CASES = 200;
/** A tool that does it so often is left alone: the rest of its cases would tell the same and take for ever. */
const MOST: Partial<Record<FuzzOutcome, number>> = { hang: 3, crash: 6 };
/** So many different problems of one kind are looked into for each tool. */
const MOST_ALIKE = 3;

const UNREACHED = 'not tested: there are fewer cases than tools; raise --cases';

interface Lane {
  tool: string;
  cases: Iterator<FuzzCase>;
  /** Told at most so often before the lane ends. */
  ended?: boolean;
}

export async function runCampaign(
  list: readonly ToolDef[],
  target: FuzzTarget,
  options: CampaignOptions,
): Promise<CampaignResult> {
  const campaign = new Campaign(list, target, options);
  try {
    return await campaign.run();
  } finally {
    await campaign.server.restart();
  }
}

class Campaign {
  readonly server: FuzzServer;
  readonly #tools = new Map<string, JudgedTool>();
  readonly #rows = new Map<string, FuzzedTool>();
  readonly #took = new Map<string, number>();
  readonly #found: Found[] = [];
  readonly #counts = new Map<string, number>();
  readonly #notes: string[] = [];
  #cases = 0;
  #incomplete = false;
  /** What the first refused input was told. */
  #refusal: string | undefined;

  constructor(
    private readonly list: readonly ToolDef[],
    private readonly target: FuzzTarget,
    private readonly options: CampaignOptions,
  ) {
    this.server = new FuzzServer(target, options.max_call_ms);
  }

  async run(): Promise<CampaignResult> {
    try {
      const budget = this.options.cases ?? Math.max(LEAST_CASES, CASES_A_TOOL * this.list.length);
      await this.#work(await this.#lanes(budget), budget);
    } catch (error) {
      if (!(error instanceof McptestError)) throw error;
      this.#incomplete = true;
      this.#notes.push(`it ended after ${plural(this.#cases, 'case')}: ${error.message}`);
    }
    const tools = [...this.#rows.values()];
    // Who answers nothing has shown only that it refuses.
    if (this.#refusal !== undefined && tools.every(({ answered }) => answered === 0)) {
      this.#incomplete = true;
      this.#notes.unshift(
        `every input was refused, so that nothing behind that was tested: ${this.#refusal}`,
      );
    }
    return {
      cases: this.#cases,
      tools,
      duration_ms: this.#took,
      found: this.#found,
      notes: this.#notes,
      incomplete: this.#incomplete,
    };
  }

  async #work(lanes: Lane[], budget: number): Promise<void> {
    while (this.#cases < budget && lanes.some(({ ended }) => !ended)) {
      for (const lane of lanes) {
        if (this.#cases >= budget || lane.ended) continue;
        const next = lane.cases.next();
        if (next.done) lane.ended = true;
        else await this.#timed(lane, next.value);
      }
    }
  }

  /** One lane a tool, and one each for sequences and relations. */
  async #lanes(budget: number): Promise<Lane[]> {
    const usual = new Map<string, UsualCall>();
    // Each tool in its turn: what comes after the last case is not worth a call either.
    const reached = this.list.slice(0, budget);
    const made = reached.map((def) => ({ def, args: this.options.usual?.get(def.name) ?? madeUp(def) }));
    for (const one of await learnUsual(made, this.server)) usual.set(one.def.name, one);
    const lanes: Lane[] = [];
    for (const def of reached) {
      const row: FuzzedTool = { name: def.name, cases: 0, answered: 0, refused: 0 };
      this.#rows.set(def.name, row);
      const known = usual.get(def.name);
      const leaks = known?.seen ? leaksOfCall(known.seen, this.target) : [];
      this.#tools.set(def.name, {
        def,
        forbids: forbidsOf(def.inputSchema),
        usualLeaks: new Set(isFailureOf(known) ? [] : leaks.map(({ kind }) => kind)),
        strict: this.options.strict === true,
      });
      const why = reasonToSkip(known, this.options.max_call_ms);
      if (why !== undefined) {
        row.notes = [why];
        this.#incomplete = true;
      } else if (known?.args) {
        if (isFailureOf(known)) row.notes = ['the usual input is refused too: its arguments are made up'];
        lanes.push({ tool: def.name, cases: this.#casesOf(def, known.args) });
      }
    }
    for (const { name } of this.list.slice(budget)) {
      this.#rows.set(name, { name, cases: 0, answered: 0, refused: 0, notes: [UNREACHED] });
      this.#incomplete = true;
    }
    const ready = [...usual.values()].filter(({ def }) => lanes.some(({ tool }) => tool === def.name));
    const random = randomOf(this.options.seed, '\0sequences');
    lanes.push({ tool: '', cases: sequencesOf(ready, random) });
    lanes.push({ tool: '', cases: relationCases(ready) });
    return lanes;
  }

  *#casesOf(def: ToolDef, usual: Args): Generator<FuzzCase> {
    const random = randomOf(this.options.seed, def.name);
    for (const { label, args } of inputsOf(def.inputSchema, usual, random))
      yield { tool: def.name, label, calls: [{ tool: def.name, args }] };
  }

  async #timed(lane: Lane, one: FuzzCase): Promise<void> {
    const clock = performance.now();
    await this.#one(lane, one);
    this.#took.set(one.tool, (this.#took.get(one.tool) ?? 0) + performance.now() - clock);
  }

  async #one(lane: Lane, one: FuzzCase): Promise<void> {
    this.#cases += 1;
    const number = this.#cases;
    const history = [...this.server.history];
    const outcome = await runCase(one, this.server, this.#tools);
    this.#count(one, outcome);
    for (const problem of outcome.problems) {
      if (!this.#isNew(problem)) continue;
      const cut = { ...one, calls: one.calls.slice(0, outcome.seen.length) };
      const found = await new Investigation(this.server, this.#tools, problem).of(cut, history);
      this.#keep({ ...found, label: one.label, case: number, times: 1 });
    }
    const worn = Object.entries(MOST).find(([kind, most]) => this.#times(one.tool, kind) >= most);
    if (worn === undefined || lane.tool === '') return;
    lane.ended = true;
    const row = this.#rows.get(one.tool);
    if (row)
      row.notes = [...(row.notes ?? []), `left alone after ${worn[1]} cases that ended in a ${worn[0]}`];
  }

  #count({ tool }: FuzzCase, { seen, problems }: CaseOutcome): void {
    const row = this.#rows.get(tool);
    const last = seen.at(-1)?.reply;
    if (row) {
      row.cases += 1;
      if (last && isFailure(last)) {
        row.refused += 1;
        this.#refusal ??= clip(oneLine(answerText(last)), 200);
      } else if (last?.kind === 'result') row.answered += 1;
    }
    if (last?.kind === 'unauthorized' || last?.kind === 'busy') {
      this.#incomplete = true;
      const note = `the server let nobody in: ${last.message}`;
      if (!this.#notes.includes(note)) this.#notes.push(note);
    }
    for (const problem of problems) {
      const key = `${problem.tool} ${problem.outcome}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  #times(tool: string, outcome: string): number {
    return this.#counts.get(`${tool} ${outcome}`) ?? 0;
  }

  /** Known ones are counted; of many that are alike only the first few are looked into. */
  #isNew(problem: Problem): boolean {
    const known = this.#found.find((one) => isSame(one.problem, problem));
    if (known) {
      known.times += 1;
      return false;
    }
    const alike = this.#found.filter(
      ({ problem: other }) => other.outcome === problem.outcome && other.tool === problem.tool,
    );
    if (alike.length < MOST_ALIKE) return true;
    const last = alike.at(-1);
    if (last) last.times += 1;
    return false;
  }

  /** Made smaller, it may have become one that is known. */
  #keep(found: Found): void {
    const known = this.#found.find((one) => isSame(one.problem, found.problem) && one.reproduced);
    if (known) known.times += 1;
    else this.#found.push(found);
  }
}

function madeUp({ inputSchema, name }: ToolDef): Args | undefined {
  return argumentCases(isObject(inputSchema) ? inputSchema : {}, name).happy;
}

function isFailureOf(known: UsualCall | undefined): boolean {
  return known?.seen !== undefined && isFailure(known.seen.reply);
}

function reasonToSkip(known: UsualCall | undefined, maxCallMs: number): string | undefined {
  if (known?.args === undefined) return 'not tested: no valid arguments can be made from its input schema';
  if (known.seen?.reply.kind !== 'timeout') return undefined;
  return `not tested: its usual input gets no answer within ${maxCallMs} ms; raise --max-call-ms`;
}
