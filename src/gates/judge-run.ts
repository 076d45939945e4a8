/**
 * One run of an agent against the test's own `expect:`. What the trace does not hold (tokens, cost, an
 * answer) is not judged; what it does hold and lacks, such as a third call, fails like any other target.
 */
import { asCheck, evaluate } from '../match/evaluate.js';
import { inconclusive } from '../match/judgement.js';
import { parseTarget } from '../match/target.js';
import type { MatchContext } from '../match/types.js';
import type { Assertion, Expectation, JudgedSpec } from '../types/suite.js';
import type { Judgement } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { clip } from '../util/text.js';
import { judgeCut } from './cut-answers.js';
import { type Figures, judgeFigure } from './judge-figures.js';
import { limitChecks } from './limits.js';

/** What a target of an agent test can look at. */
export interface RunView {
  tool_calls: unknown[];
  tool_names: string[];
  final_response?: string;
  conversation: { tokens: { total?: number; input?: number; output?: number }; turns?: number };
  cost_usd?: number;
}

export interface RunFacts extends Figures {
  /** Asked for only when something looks at it. */
  view: () => RunView;
  duration_ms?: number;
}

const TRACE_ROOTS = new Set<unknown>([
  'tool_calls',
  'tool_names',
  'final_response',
  'conversation',
  'cost_usd',
]);

export async function judgeRun(run: RunFacts, expect: Expectation, ctx: MatchContext): Promise<Check[]> {
  const { assertions, max_duration_ms, max_response_tokens } = expect;
  if (assertions.length === 0 && max_duration_ms === undefined && max_response_tokens === undefined)
    return [];
  const viewed = { ...run, view: run.view() };
  const checks: Check[] = [];
  for (const assertion of assertions) checks.push(await judgeAssertion(assertion, viewed, ctx));
  return [...checks, ...(await judgeLimits(viewed, expect))];
}

type ViewedRun = Omit<RunFacts, 'view'> & { view: RunView };

async function judgeAssertion(assertion: Assertion, run: ViewedRun, ctx: MatchContext): Promise<Check> {
  const parsed = parseTarget(assertion.target);
  const root = parsed.problem ? undefined : parsed.segments[0];
  if (root !== undefined && !TRACE_ROOTS.has(root)) return judgeFigure(assertion, run, ctx);
  const why = unrecorded(assertion.target, run.view);
  if (why !== undefined) return asCheck(assertion, inconclusive(why));
  // Names need no look at what the calls hold.
  const { tool_names } = run.view;
  const seen = root === 'tool_names' ? { tool_names } : run.view;
  return judgeCut(await evaluate(assertion, seen, ctx), assertion, run.view);
}

function unrecorded(target: string, { final_response, conversation, cost_usd }: RunView): string | undefined {
  const { tokens, turns } = conversation;
  if (target === 'final_response' && final_response === undefined)
    return 'the trace contains no final response';
  if (target === 'cost_usd' && cost_usd === undefined) return 'the trace does not say what the run cost';
  if (target === 'conversation.turns' && turns === undefined) return 'the trace does not hold the turns';
  const part = /^conversation\.tokens\.(total|input|output)$/.exec(target)?.[1] as
    | keyof typeof tokens
    | undefined;
  if (part !== undefined && tokens[part] === undefined)
    return `the trace does not hold the ${part === 'total' ? 'total' : part} tokens`;
  return undefined;
}

async function judgeLimits({ view, duration_ms }: ViewedRun, expect: Expectation): Promise<Check[]> {
  const { max_duration_ms, max_response_tokens } = expect;
  const out: Check[] = [];
  if (max_duration_ms !== undefined) {
    if (duration_ms === undefined) out.push(unknown('duration_ms', max_duration_ms, 'how long the run took'));
    else out.push(...(await limitChecks({ assertions: [], max_duration_ms }, { duration_ms })));
  }
  if (max_response_tokens !== undefined) {
    const answer = { result: view.final_response, duration_ms: 0 };
    if (answer.result === undefined)
      out.push(unknown('response_tokens', max_response_tokens, 'what the agent answered'));
    else out.push(...(await limitChecks({ assertions: [], max_response_tokens }, answer)));
  }
  return out;
}

function unknown(target: string, expected: number, what: string): Check {
  const message = `the trace does not say ${what}`;
  return { target, matcher: 'max', expected, outcome: 'inconclusive', message };
}

/** `judged:` by what a judge said of the run; without a judge one check each that says so. */
export function judgedChecks(judged: JudgedSpec | undefined, said: readonly Judgement[] = []): Check[] {
  if (judged === undefined) return [];
  const names = ['task_completion', 'tool_use', 'argument_correctness', 'rubric'] as const;
  return names.flatMap((name): Check[] => {
    const threshold = judged[name]?.threshold;
    if (threshold === undefined) return [];
    const check = { target: `judged.${name}`, matcher: '>=', expected: threshold };
    const found = said.find(({ metric }) => metric === name);
    if (found?.score === undefined) {
      const message = found?.problem ?? 'no judge was asked, and only a model can say';
      return [{ ...check, outcome: 'inconclusive' as const, message }];
    }
    const outcome = found.score >= threshold ? ('pass' as const) : ('fail' as const);
    const why = found.reason ? `: ${clip(found.reason, 500)}` : '';
    const message = `${found.model} gives ${found.score}, ${threshold} is asked for${why}`;
    return [{ ...check, actual: found.score, outcome, message }];
  });
}
