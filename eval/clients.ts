/**
 * `npm run eval:clients`: tools as `compat --show` says against tool lists that real agents put on the wire, name for
 * name, description for description, schema for schema. Reads `agents/toollists` of MCPTEST_EVAL_DATA. What the servers
 * sent is taken from the list of an agent that changes nothing. Exit code 1 where something differs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CLIENTS, findClient } from '../src/compat/clients.js';
import { shownTools } from '../src/compat/show.js';
import type { ToolDef } from '../src/types/catalog.js';

interface WireTool {
  name: string;
  namespace?: string;
  description?: string;
  input_schema?: unknown;
  parameters?: unknown;
  parametersJsonSchema?: unknown;
  function?: WireTool;
}

const AGENTS: Record<string, string> = {
  claude: 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  opencode: 'opencode',
  kilo: 'kilo',
  copilot: 'copilot-cli',
  goose: 'goose',
  cline: 'cline',
  continue: 'continue',
};

/** Tools of server-everything that are there only for clients that can be asked something. */
const OFFERED_TO_SOME = /elicitation|sampling|get.roots.list|simulate.research/;

const folder = join(process.env.MCPTEST_EVAL_DATA ?? '', 'agents/toollists');
const wireOf = (agent: string): WireTool[] =>
  (JSON.parse(readFileSync(join(folder, `${agent}.json`), 'utf8')) as WireTool[]).map((tool) => ({
    ...(tool.function ?? tool),
    namespace: tool.namespace,
  }));

/** Goose passes names and schemas on as they come: SERVER__TOOL. */
const sent = new Map<string, ToolDef[]>();
for (const { name, description, input_schema } of wireOf('goose')) {
  const at = name.indexOf('__');
  const server = name.slice(0, at);
  sent.set(server, [
    ...(sent.get(server) ?? []),
    { name: name.slice(at + 2), description, inputSchema: input_schema },
  ]);
}

let differs = false;
for (const [agent, id] of Object.entries(AGENTS)) {
  const client = findClient(CLIENTS, id);
  const shown = [...sent].flatMap(([server, tools]) => shownTools({ server, tools }, client, server));
  const wire = new Map(wireOf(agent).map((tool) => [`${tool.namespace ?? ''} ${tool.name}`, tool]));
  const counts = { names: 0, descriptions: 0, schemas: 0, tools: 0 };
  const unknown: string[] = [];
  for (const tool of shown) {
    const there = wire.get(`${tool.namespace ?? ''} ${tool.name}`);
    if (there === undefined) {
      // A server offers some tools only to clients with a capability; those are no matter of names.
      if (tool.left_out === undefined && !OFFERED_TO_SOME.test(tool.tool)) unknown.push(tool.tool);
      continue;
    }
    counts.tools += 1;
    counts.names += 1;
    const schema = there.input_schema ?? there.parameters ?? there.parametersJsonSchema;
    if ((there.description ?? '') === tool.description) counts.descriptions += 1;
    else unknown.push(`${tool.tool} (description)`);
    if (isDeepStrictEqual(withoutOwnWords(schema), withoutOwnWords(tool.input_schema))) counts.schemas += 1;
    else unknown.push(`${tool.tool} (schema)`);
    wire.delete(`${tool.namespace ?? ''} ${tool.name}`);
  }
  const left = [...wire.keys()].filter((name) => !OFFERED_TO_SOME.test(name));
  differs ||= unknown.length > 0 || left.length > 0;
  const rest = [...unknown, ...left.map((name) => `only on the wire:${name}`)].join(', ');
  console.log(
    `${id.padEnd(12)} ${counts.tools} tools: ${counts.descriptions} descriptions and ${counts.schemas} schemas the same${rest && `; not: ${rest}`}`,
  );
}
process.exitCode = differs ? 1 : 0;

/** The words of an argument that the client itself adds are the client's own. */
function withoutOwnWords(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema ?? null), (key, value) =>
    key === 'wait_for_previous' ? { type: (value as { type: string }).type } : value,
  );
}
