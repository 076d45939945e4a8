/**
 * `judged:` one question to the judging model for each metric of a run. What it says is written into the
 * trace, so that gates only read it and a replay asks nobody. Everything the agent saw or said is fenced:
 * it is judged, never obeyed.
 */
import { askJson } from '../../judge/ask-json.js';
import { FENCE_RULE, fence } from '../../judge/fence.js';
import type { Judgement, Trace } from '../../types/trace.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import type { AgentRunInput } from './agent-run.js';
import { paidDriver } from './paid-driver.js';

const QUESTIONS = {
  task_completion: 'Did the agent do what it was asked, as far as its answer and the tool results show?',
  tool_use: 'Were the right tools called, in a sensible order, without needless calls?',
  argument_correctness: 'Were the arguments of the calls right for the request and for the tools?',
} as const;

const SYSTEM = `You judge what an agent did with its tools. Be strict: give 1 only where nothing is wrong, 0 where nothing is right. ${FENCE_RULE}`;

const SCHEMA = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'One or two sentences that cite what you saw.' },
    score: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: ['reason', 'score'],
};

const MOST_RESULT = 4000;
const MOST_CALLS = 200;

export async function judgeWith(input: AgentRunInput, trace: Trace): Promise<Judgement[]> {
  const { judged } = input.group.agent;
  if (judged?.model === undefined) return [];
  const questions: Question[] = [];
  for (const [metric, text] of Object.entries(QUESTIONS))
    if (judged[metric as keyof typeof QUESTIONS] !== undefined) questions.push({ metric, text });
  if (judged.rubric !== undefined)
    questions.push({ metric: 'rubric', text: `Judge by this rubric:\n${judged.rubric.text}` });
  const out: Judgement[] = [];
  for (const question of questions) out.push(await ask(input, judged.model, question, trace));
  return out;
}

interface Question {
  metric: string;
  text: string;
}

async function ask(
  input: AgentRunInput,
  name: string,
  { metric, text }: Question,
  trace: Trace,
): Promise<Judgement> {
  const { ports, group, budget, clock, redactor } = input;
  const { driver, price } = ports.driverFor(input.models.of(name), group.agent, 'judge');
  const said = { metric, model: name };
  const reply = await askJson(budget && price ? paidDriver(driver, price, budget) : driver, {
    system: SYSTEM,
    prompt: `${text}\n\n${fence(describe(trace))}`,
    schema: SCHEMA,
    timeout_ms: clock.turn_timeout_ms,
    signal: clock.signal,
  });
  const score = ownValue(reply.answer?.value, 'score');
  if (typeof score !== 'number')
    return { ...said, problem: redactor.text(reply.failure?.message ?? 'no answer') };
  const reason = ownValue(reply.answer?.value, 'reason');
  const judgement: Judgement = { ...said, score };
  if (typeof reason === 'string') judgement.reason = redactor.text(clip(reason, 2000));
  return judgement;
}

/** Durations are left out: the same run gives the same text. */
function describe(trace: Trace): string {
  const calls = trace.calls
    .slice(0, MOST_CALLS)
    .map(({ tool, server, agent, args, result, is_error }, index) => {
      const who = agent === undefined ? '' : ` (by ${agent})`;
      const name = server === undefined ? tool : `${server}.${tool}`;
      const shown = clip(JSON.stringify(result ?? null), MOST_RESULT);
      return `${index + 1}. ${name}${who} ${JSON.stringify(args)}\n   ${is_error ? 'error' : 'result'}: ${shown}`;
    });
  return [
    `Request:\n${trace.prompt ?? ''}`,
    `Calls:\n${calls.length > 0 ? calls.join('\n') : 'none'}`,
    `Answer:\n${trace.final_response ?? 'none'}`,
  ].join('\n\n');
}
