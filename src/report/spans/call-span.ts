/** A call of a tool: what GenAI calls `execute_tool` and MCP `tools/call` is one span, as the conventions ask. */
import type { ServerProvenance } from '../../types/envelope.js';
import type { TraceCall } from '../../types/trace.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { attributes } from './attributes.js';
import { CLIENT, INTERNAL, type Layout, makeSpan, nanos, type Span } from './span.js';

export interface CallContext {
  index: number;
  parent: string;
  layout: Layout;
}

export function callSpan(call: TraceCall, { index, parent, layout }: CallContext): Span {
  const { tool, server, args, result, is_error, duration_ms, agent } = call;
  const start = layout.at;
  layout.at += nanos(duration_ms ?? 0);
  const own = omitUndefined({
    index,
    tool,
    server,
    is_error,
    duration_ms,
    agent,
    result: result === undefined ? undefined : kindOfText(result),
  });
  return makeSpan({
    ids: layout.ids,
    id: layout.ids.call(index),
    parent,
    name: server === undefined ? `execute_tool ${tool}` : `tools/call ${tool}`,
    kind: server === undefined ? INTERNAL : CLIENT,
    start,
    end: layout.at,
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': server === undefined ? 'function' : 'extension',
      'gen_ai.tool.call.id': String(index),
      'gen_ai.tool.call.arguments': JSON.stringify(args),
      'gen_ai.tool.call.result': result === undefined ? undefined : textOf(result),
      'error.type': is_error === true ? 'tool_error' : undefined,
      ...(server === undefined ? {} : mcpAttributes(server, layout.serverOf(server))),
      'mcptest.call': JSON.stringify(own),
    }),
    failed: is_error === true ? 'the tool failed' : undefined,
  });
}

function mcpAttributes(server: string, known: ServerProvenance | undefined) {
  return {
    'mcp.method.name': 'tools/call',
    'mcp.server.name': server,
    'mcp.protocol.version': known?.protocol_version,
    'network.transport': known && (known.transport === 'stdio' ? 'pipe' : 'tcp'),
  };
}

/** Plain text stays readable; anything else, and text that looks like JSON, is JSON. */
function kindOfText(result: unknown): 'text' | 'json' {
  return typeof result === 'string' && !/^\s*[[{"]/.test(result) ? 'text' : 'json';
}

function textOf(result: unknown): string {
  return kindOfText(result) === 'text' ? (result as string) : JSON.stringify(result);
}
