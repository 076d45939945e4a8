/** What a coding agent pays for its calls: the arguments that it writes, and one copy of the answer that it reads. */

import { countCl100k } from '../../../src/tokens/cl100k.js';
import type { Agent, Answer } from '../../../test/lib/agent.js';

export interface StepCost {
  step: string;
  calls: number;
  /** What the model writes: the name of the verb and its arguments. */
  request: number;
  /** What the model reads: the text of the answer. The structured content is the same again for programs. */
  reply: number;
}

/** What was measured on one build. */
export interface Figures {
  /** The tokens of `tools/list`. */
  catalogue: number;
  /** The steps by server. */
  servers: Record<string, StepCost[]>;
}

/** Makes a call as one step of the loop, and returns what it answers as data. */
export type Use = (step: string, name: string, args: Answer) => Promise<Answer>;

export class Meter {
  readonly steps: StepCost[] = [];

  constructor(private readonly agent: Agent) {}

  readonly use: Use = async (step, name, args) => {
    const answer = await this.agent.call(name, args);
    const request = countCl100k(JSON.stringify({ name, arguments: args }));
    this.#add({ step, calls: 1, request, reply: countCl100k(textOf(answer)) });
    if (answer.isError && answer.structuredContent === undefined) throw new Error(textOf(answer));
    return answer.structuredContent;
  };

  #add({ step, calls, request, reply }: StepCost): void {
    const before = this.steps.find((one) => one.step === step);
    if (before === undefined) {
      this.steps.push({ step, calls, request, reply });
      return;
    }
    before.calls += calls;
    before.request += request;
    before.reply += reply;
  }
}

function textOf({ content }: Answer): string {
  return content.map(({ text = '' }: Answer) => text).join('\n');
}

export async function catalogueCost(agent: Agent): Promise<number> {
  return countCl100k(JSON.stringify(await agent.client.listTools()));
}
