/**
 * The messages of a request as a conversation. Turns are told apart by the ids that we gave their calls: programs
 * split turns, join them, or put words of their own between. Where ids did not come back, neighbours are one turn.
 */
import type { Message, TurnCall } from '../../types/driver.js';
import type { WireMessage } from './format.js';

/** `turn` and `index` count from 0. */
export function callId(turn: number, index: number): string {
  return `call_mcptest_${turn}_${index}`;
}

const OURS = /^call_mcptest_(\d+)_\d+$/;

export function conversationOf(prompt: string, messages: readonly WireMessage[]): Message[] {
  const turns: { key: string; calls: TurnCall[]; results: { id?: string; text: string }[] }[] = [];
  let place = 0;
  let answered = false;
  for (const message of messages) {
    if (message.role === 'tool') {
      turns.at(-1)?.results.push(...message.results);
      answered = true;
    }
    if (message.role !== 'assistant' || message.calls.length === 0) continue;
    if (answered) place += 1;
    answered = false;
    for (const { id = '', name, args } of message.calls) {
      const ours = OURS.exec(id)?.[1];
      const key = ours === undefined ? `at ${place}` : `turn ${ours}`;
      let turn = turns.find((one) => one.key === key);
      if (turn === undefined) {
        turn = { key, calls: [], results: [] };
        turns.push(turn);
      }
      turn.calls.push({ id, tool: name, args });
    }
  }
  return [
    { role: 'user', text: prompt },
    ...turns.flatMap(({ calls, results }): Message[] => [
      { role: 'assistant', turn: { calls, finish: 'tool-calls' } },
      { role: 'tool', results: results.map(({ id = '', text }) => ({ id, tool: '', text })) },
    ]),
  ];
}

/** Whether a request carries the task: requests for titles, summaries and quotas have no tools, or another text. */
export function isAbout(prompt: string, messages: readonly WireMessage[]): boolean {
  const wanted = squeezed(prompt);
  return messages.some((message) => message.role === 'user' && squeezed(message.text).includes(wanted));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
