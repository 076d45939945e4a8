/**
 * A driver that plays a script: how a suite tests itself, with no key and no chance. Run i plays script i
 * modulo their number. It keeps no state: which turn comes next is read from the conversation. When the
 * script is over it says nothing more and stops.
 */
import type {
  Conversation,
  Driver,
  DriverTool,
  Script,
  ScriptLine,
  Turn,
  TurnCall,
} from '../types/driver.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { builtinUsage, toolNameOf } from './builtin-usage.js';

/** `run` counts from 0. */
export function scriptedDriver(scripts: readonly Script[], run = 0): Driver {
  const turns = turnsOf(scripts[run % Math.max(1, scripts.length)] ?? []);
  return {
    model: 'scripted',
    provider: 'scripted',
    async turn(conversation, options) {
      const played = conversation.filter((message) => message.role === 'assistant').length;
      const line = turns[played];
      const calls = (line?.calls ?? []).map(
        ({ call, args }, index): TurnCall => ({
          id: `call_${callsIn(conversation) + index + 1}`,
          tool: providerName(call, options.tools),
          args: args ?? {},
        }),
      );
      const turn: Turn = {
        text: line?.say,
        calls,
        usage: await builtinUsage(conversation, options, calls),
        finish: calls.length > 0 ? 'tool-calls' : 'stop',
      };
      return { turn: omitUndefined(turn) };
    },
  };
}

interface ScriptTurn {
  say?: string;
  calls: { call: string; args?: unknown }[];
}

/** A turn without a call ends a conversation, so words between two calls belong to the later one. */
function turnsOf(script: Script): ScriptTurn[] {
  const turns: ScriptTurn[] = [];
  let said: string[] = [];
  for (const line of script) {
    if (line.say !== undefined) said.push(line.say);
    const calls = callsOf(line);
    if (calls.length === 0) continue;
    turns.push({ say: said.length > 0 ? said.join('\n') : undefined, calls });
    said = [];
  }
  if (said.length > 0) turns.push({ say: said.join('\n'), calls: [] });
  return turns;
}

function callsOf(line: ScriptLine): { call: string; args?: unknown }[] {
  const single = line.call === undefined ? [] : [{ call: line.call, args: line.args }];
  return [...single, ...(line.calls ?? [])];
}

/** By id, else by the tool's own name when only one server has it; a tool that is not there stays as written. */
function providerName(call: string, tools: readonly DriverTool[]): string {
  const exact = tools.find((tool) => tool.id === call);
  if (exact) return exact.name;
  const [only, ...others] = tools.filter((tool) => toolNameOf(tool.id) === call);
  return only && others.length === 0 ? only.name : call;
}

function callsIn(conversation: Conversation): number {
  return conversation.reduce((sum, m) => sum + (m.role === 'assistant' ? m.turn.calls.length : 0), 0);
}
