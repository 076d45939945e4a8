/**
 * What real agents did, counted from their raw output by rules of its own: nothing here knows the importers. Names are
 * taken apart by the servers of the run, which the recipe of the data names.
 */

export interface Counted {
  server?: string;
  tool: string;
  args: unknown;
  failed: boolean;
}

export interface Count {
  calls: Counted[];
  /** Absent where the agent does not tell. */
  tokens?: { input: number; output: number };
}

// biome-ignore lint/suspicious/noExplicitAny: raw lines of other programs, each with a shape of its own
type Json = any;

const SERVERS = ['every', 'catalog', 'probe'];

function lines(text: string): Json[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** `lead` and `join` are the agent's spelling. */
function named(name: string, lead: string, join: string): { server?: string; tool: string } {
  const server = SERVERS.find((one) => name.startsWith(lead + one + join));
  return server === undefined ? { tool: name } : { server, tool: name.slice((lead + server + join).length) };
}

const sum = (list: number[]): number => list.reduce((all, one) => all + one, 0);

function anthropicShape(text: string): Count {
  const all = lines(text);
  const blocks = all.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
  const failed = new Set(
    blocks.filter((b) => b.type === 'tool_result' && b.is_error).map((b) => b.tool_use_id),
  );
  const answers = new Map(
    all.flatMap(({ type, message }) => (type === 'assistant' ? [[message.id, message.usage]] : [])),
  );
  return {
    calls: blocks
      .filter((block) => block.type === 'tool_use')
      .map(({ id, name, input }) => ({ ...named(name, 'mcp__', '__'), args: input, failed: failed.has(id) })),
    tokens: {
      input: sum([...answers.values()].map((usage) => usage.input_tokens)),
      output: sum([...answers.values()].map((usage) => usage.output_tokens)),
    },
  };
}

function steps(text: string): Count {
  const parts = lines(text).map(({ part }) => part);
  const ends = parts.filter(({ type }) => type === 'step-finish');
  return {
    calls: parts
      .filter(({ type }) => type === 'tool')
      .map(({ tool, state }) => ({
        ...named(tool, '', '_'),
        args: state.input,
        failed: state.status === 'error',
      })),
    tokens: {
      input: sum(ends.map((end) => end.tokens.input)),
      output: sum(ends.map((end) => end.tokens.output)),
    },
  };
}

export const COUNTS: Record<string, (text: string) => Count> = {
  'claude.txt': anthropicShape,
  'qwen.txt': anthropicShape,
  'opencode.txt': steps,
  'kilo.txt': steps,
  'codex.txt': (text) => {
    const all = lines(text);
    const { usage } = all.find(({ type }) => type === 'turn.completed');
    return {
      calls: all
        .filter(({ type, item }) => type === 'item.completed' && item.type === 'mcp_tool_call')
        .map(({ item }) => ({
          server: item.server,
          tool: item.tool,
          args: item.arguments,
          failed: item.error !== null,
        })),
      tokens: { input: usage.input_tokens, output: usage.output_tokens },
    };
  },
  'codex-rollout.jsonl': (text) => {
    const all = lines(text).map(({ payload }) => payload);
    const counts = all.flatMap(({ type, info }) => (type === 'token_count' ? [info.total_token_usage] : []));
    return {
      calls: all
        .filter(({ type }) => type === 'function_call')
        .map((call) => ({
          ...named(`${call.namespace}__${call.name}`, 'mcp__', '__'),
          args: JSON.parse(call.arguments),
          failed: false,
        })),
      tokens: { input: counts.at(-1).input_tokens, output: counts.at(-1).output_tokens },
    };
  },
  'gemini.txt': (text) => {
    const all = lines(text);
    const { stats } = all.find(({ type }) => type === 'result');
    const bad = new Set(
      all.filter(({ status, tool_id }) => tool_id && status === 'error').map((l) => l.tool_id),
    );
    return {
      calls: all
        .filter(({ type }) => type === 'tool_use')
        .map((l) => ({ ...named(l.tool_name, 'mcp_', '_'), args: l.parameters, failed: bad.has(l.tool_id) })),
      tokens: { input: stats.input_tokens, output: stats.output_tokens },
    };
  },
  'gemini-chat.json': (text) => {
    const latest = new Map(lines(text).flatMap((line) => (line.type === 'gemini' ? [[line.id, line]] : [])));
    const all: Json[] = [...latest.values()];
    return {
      calls: all
        .flatMap(({ toolCalls = [] }) => toolCalls)
        .map(({ name, args, status }) => ({
          ...named(name, 'mcp_', '_'),
          args,
          failed: status !== 'success',
        })),
      tokens: { input: sum(all.map((l) => l.tokens.input)), output: sum(all.map((l) => l.tokens.output)) },
    };
  },
  'copilot.txt': (text) => {
    const all = lines(text);
    const bad = new Set(all.filter(({ data }) => data?.success === false).map(({ data }) => data.toolCallId));
    return {
      calls: all
        .filter(({ type }) => type === 'tool.execution_start')
        .map(({ data }) => ({
          ...named(data.toolName, '', '-'),
          args: data.arguments,
          failed: bad.has(data.toolCallId),
        })),
    };
  },
  'goose.txt': (text) => {
    const all = lines(text);
    const parts = all.flatMap(({ message }) => message?.content ?? []);
    const bad = new Set(parts.filter((p) => p.toolResult?.status === 'error').map((p) => p.id));
    const end = all.find(({ type }) => type === 'complete');
    return {
      calls: parts
        .filter(({ type }) => type === 'toolRequest')
        .map(({ id, toolCall: { value } }) => ({
          ...named(value.name, '', '__'),
          args: value.arguments,
          failed: bad.has(id),
        })),
      tokens: { input: end.input_tokens, output: end.output_tokens },
    };
  },
  'cline.txt': (text) => {
    const events = lines(text).flatMap(({ event }) => event ?? []);
    const ends = events.filter(({ type, contentType }) => type === 'content_end' && contentType === 'tool');
    const uses = events.filter(({ type }) => type === 'usage');
    const bad = new Set(ends.filter(({ error }) => error !== undefined).map((end) => end.toolCallId));
    return {
      calls: events
        .filter(({ type, contentType }) => type === 'content_start' && contentType === 'tool')
        .map((e) => ({ ...named(e.toolName, '', '__'), args: e.input, failed: bad.has(e.toolCallId) })),
      tokens: {
        input: sum(uses.map((use) => use.inputTokens)),
        output: sum(uses.map((use) => use.outputTokens)),
      },
    };
  },
};
