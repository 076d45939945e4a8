/** What a turn will take in, before it is asked for: the last turn's input, or a count where there was none. */

import { tokenCounter } from '../../tokens/token-counter.js';
import type { Message } from '../../types/driver.js';
import type { ConversationInput } from './agent-loop.js';

export async function estimateTokens(
  talk: Pick<ConversationInput, 'system' | 'toolbox'>,
  messages: readonly Message[],
): Promise<number> {
  const count = await tokenCounter();
  const last = messages.findLastIndex((message) => message.role === 'assistant');
  const before = messages[last];
  const known = before?.role === 'assistant' ? before.turn.usage : undefined;
  const since = messages.slice(known ? last + 1 : 0).reduce((sum, one) => sum + count(textOf(one)), 0);
  if (known) return known.input + known.output + since;
  const tools = talk.toolbox.tools.map(({ name, description, inputSchema }) =>
    count(`${name} ${description ?? ''} ${JSON.stringify(inputSchema)}`),
  );
  return count(talk.system ?? '') + since + tools.reduce((sum, one) => sum + one, 0);
}

function textOf(message: Message): string {
  if (message.role === 'user') return message.text;
  if (message.role === 'tool') return message.results.map(({ text }) => text).join('\n');
  return `${message.turn.text ?? ''} ${JSON.stringify(message.turn.calls)}`;
}
