/** What `codex exec --json` prints: items that start and complete, and the tokens of the thread so far. */
import type { TraceCall } from '../../types/trace.js';
import { isObject, ownValue } from '../../util/plain.js';
import { numberField, stringField } from '../fields.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { CallInit, TraceBuilder, Usage } from '../trace-builder.js';

export function codexEvents(trace: TraceBuilder) {
  const open = new Map<string, TraceCall>();
  const readItem = (line: Record<string, unknown>, at: Place): void => {
    const item = ownValue(line, 'item');
    if (!isObject(item)) throw shapeError(at, ['item'], `must be an object, and is ${kindOf(item)}`);
    const type = stringField(item, 'type') ?? stringField(item, 'item_type');
    const completed = line.type === 'item.completed';
    if (type === 'agent_message' || type === 'assistant_message') {
      if (!completed) return;
      trace.turn();
      trace.say(stringField(item, 'text') ?? '');
      return;
    }
    const init = callOf(type, item);
    if (!init) return;
    const id = stringField(item, 'id') ?? '';
    let call = open.get(id);
    if (!call) {
      trace.turn();
      call = trace.call(init, at);
      open.set(id, call);
    }
    if (!completed) return;
    open.delete(id);
    trace.settle(call, { result: resultOf(item), isError: hasFailed(item) }, at);
  };
  return {
    add(line: Record<string, unknown>, at: Place): void {
      const type = stringField(line, 'type') ?? '';
      if (type.startsWith('item.')) readItem(line, at);
      // Each states the use of the whole thread.
      if (type === 'turn.completed')
        trace.totalUsage = codexUsage(ownValue(line, 'usage')) ?? trace.totalUsage;
      if (type.startsWith('turn.')) trace.used = true;
    },
  };
}

/** Input counts what came from the cache, output what the model thought. */
export function codexUsage(usage: unknown): Usage | undefined {
  const input = numberField(usage, 'input_tokens');
  const output = numberField(usage, 'output_tokens');
  return input === undefined && output === undefined ? undefined : { input, output };
}

/** The agent's own tools have the names that its rollouts give them. */
function callOf(type: string | undefined, item: Record<string, unknown>): CallInit | undefined {
  switch (type) {
    case 'mcp_tool_call':
      return {
        name: ownValue(item, 'tool'),
        server: stringField(item, 'server'),
        args: ownValue(item, 'arguments') ?? {},
      };
    case 'command_execution':
      return { name: 'shell', args: { command: ownValue(item, 'command') ?? '' } };
    case 'file_change':
      return { name: 'apply_patch', args: { changes: ownValue(item, 'changes') ?? [] } };
    case 'web_search':
      return { name: 'web_search', args: { query: ownValue(item, 'query') ?? '' } };
    default:
      return undefined;
  }
}

function resultOf(item: Record<string, unknown>): unknown {
  const error = ownValue(item, 'error') ?? undefined;
  const result = ownValue(item, 'result') ?? ownValue(item, 'aggregated_output') ?? undefined;
  return result ?? stringField(error, 'message') ?? error;
}

function hasFailed(item: Record<string, unknown>): boolean {
  const code = ownValue(item, 'exit_code');
  return ownValue(item, 'status') === 'failed' || (typeof code === 'number' && code !== 0);
}
