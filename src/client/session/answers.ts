/**
 * What we say when a server asks us: the scripted answers of a suite, by method. A request that no answer
 * fits is declined or refused at once, so that nobody waits for anybody.
 */
import type { Answers, ElicitationAnswer } from '../../types/connection.js';
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { FaultLog } from './fault-log.js';

export type ServerAnswer =
  | { result: Record<string, unknown> }
  /** `undeclared`: we never said that we can do this. */
  | { error: { code: number; message: string }; undeclared: boolean };

const METHOD_NOT_FOUND = -32601;
/** What the specification's own examples use when a person says no. */
const REJECTED = -1;

export class Answerer {
  /** Only what there are answers for is declared. */
  readonly capabilities: Record<string, unknown>;

  constructor(
    private readonly answers: Answers,
    private readonly faults: FaultLog,
  ) {
    const { elicitation, sampling, roots } = answers;
    const modes = new Set(elicitation?.map(({ mode }) => mode));
    this.capabilities = {};
    if (elicitation) this.capabilities.elicitation = modes.has('url') ? { form: {}, url: {} } : { form: {} };
    if (sampling) this.capabilities.sampling = {};
    if (roots) this.capabilities.roots = {};
  }

  async answer(method: unknown, params: unknown): Promise<ServerAnswer> {
    const { elicitation, sampling, roots } = this.answers;
    if (method === 'elicitation/create' && elicitation)
      return { result: await this.elicited(elicitation, params) };
    if (method === 'roots/list' && roots) return { result: { roots } };
    if (method === 'sampling/createMessage' && sampling) {
      const chosen = await firstThatFits(sampling, params);
      if (!chosen) {
        this.unanswered(method, params);
        return { error: { code: REJECTED, message: 'Rejected: no scripted answer fits' }, undeclared: false };
      }
      const { content, model, stop_reason: stopReason } = chosen;
      return { result: { role: 'assistant', content, model, stopReason } };
    }
    this.faults.addAbout(
      method,
      'undeclared-request',
      `the server asked for ${show(method)}, which we did not declare`,
    );
    return { error: { code: METHOD_NOT_FOUND, message: 'Method not found' }, undeclared: true };
  }

  private async elicited(answers: ElicitationAnswer[], params: unknown): Promise<Record<string, unknown>> {
    const mode = ownValue(params, 'mode') ?? 'form';
    const fitting = answers.filter((each) => each.mode === mode);
    const chosen = await firstThatFits(fitting, params);
    if (!chosen) {
      this.unanswered('elicitation/create', params);
      return { action: 'decline' };
    }
    const { action, content } = chosen;
    const filled = action === 'accept' && mode === 'form' ? { content: content ?? prefilled(params) } : {};
    return { action, ...filled };
  }

  private unanswered(method: string, params: unknown): void {
    const asked = ownValue(params, 'message') ?? ownValue(params, 'messages');
    this.faults.addAbout(
      method,
      'unanswered-request',
      `no scripted answer fits the server's ${method}: ${show(asked)}`,
    );
  }
}

/** The form as a user finds it. */
function prefilled(params: unknown): Record<string, unknown> {
  const fields = ownValue(ownValue(params, 'requestedSchema'), 'properties');
  if (!isObject(fields)) return {};
  const found = Object.entries(fields).map(([name, field]) => [name, ownValue(field, 'default')] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

type When = { when?: Record<string, Record<string, unknown>> };

async function firstThatFits<T extends When>(answers: T[], params: unknown): Promise<T | undefined> {
  for (const answer of answers) if (await holds(answer, params)) return answer;
  return undefined;
}

/** Only what surely holds counts. */
async function holds({ when = {} }: When, params: unknown): Promise<boolean> {
  const conditions = Object.entries(when);
  if (conditions.length === 0) return true;
  const { evaluate } = await import('../../match/evaluate.js');
  const root = isObject(params) ? params : {};
  for (const [target, matcher] of conditions) {
    const { outcome } = await evaluate({ target, matcher }, root, { test: 'when' });
    if (outcome !== 'pass') return false;
  }
  return true;
}
