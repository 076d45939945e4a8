/** What real agents put on the wire for the tools of `fixtures/client-views`, and what we say they show. */
import { existsSync, readFileSync } from 'node:fs';
import { MALFORMED, SERVERS } from '../../fixtures/client-views/tools.mjs';
import { CLIENTS, findClient } from '../../src/compat/clients.js';
import { judgeClient } from '../../src/compat/judge.js';
import { presentName } from '../../src/compat/present-name.js';
import { shownTools } from '../../src/compat/show.js';
import type { WireTool } from '../../src/drivers/wire/format.js';
import type { Catalog, ToolDef } from '../../src/types/catalog.js';
import type { Client } from '../../src/types/compat.js';
import type { AgentCli } from '../../src/util/agent-names.js';

export interface RecordedView {
  client: string;
  package: string;
  version: string;
  /** Malformed list → which of its two tools the model saw. */
  lists: Record<string, Listed>;
  tools: WireTool[];
}

export type Listed = 'both tools' | 'only the good one' | 'only the bad one' | 'neither';

/** The client of `compat` behind each agent that can be run. */
export const CLIENT_OF: Record<AgentCli, string> = {
  'claude-code': 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  opencode: 'opencode',
  copilot: 'copilot-cli',
  goose: 'goose',
  qwen: 'qwen',
  continue: 'continue',
  cline: 'cline',
  kilo: 'kilo',
};

export const SERVER_NAMES = Object.keys(SERVERS);
export const MALFORMED_NAMES = Object.keys(MALFORMED);
const folder = new URL('../../fixtures/client-views/', import.meta.url);

const plain = (name: string) => name.replace(/[^a-zA-Z0-9]/g, '_').toLowerCase();
const STEMS = Object.values(SERVERS)
  .flat(2)
  .map(({ name }) => plain(name).slice(0, 16));

/** By the name of its server, or how its own begins: what an agent has of its own is not looked at. */
export function isFromFixture({ name, namespace = '' }: WireTool): boolean {
  const shown = plain(name);
  const ofServer = SERVER_NAMES.some((server) => plain(`${namespace} ${name}`).includes(plain(server)));
  return ofServer || STEMS.some((stem) => shown === stem || (stem.length > 6 && shown.startsWith(stem)));
}

export function recordedViews(): RecordedView[] {
  return Object.values(CLIENT_OF)
    .map((client) => new URL(`${client}.json`, folder))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as RecordedView);
}

export type About = 'name' | 'description' | 'schema' | 'list';

export interface Compared {
  tool: string;
  about: About;
  how: string;
}

export function compareView({ client: id, tools, lists }: RecordedView): Compared[] {
  const client = findClient(CLIENTS, id);
  const left = new Map(tools.map((tool) => [keyOf(tool), tool]));
  const rows: Compared[] = [];
  for (const [server, pages] of Object.entries(SERVERS)) {
    const catalog: Catalog = { server, tools: pages.flat() as ToolDef[], first_page: pages[0]?.length };
    for (const shown of shownTools(catalog, client, server)) {
      const tool = `${server}.${shown.tool}`;
      if (shown.name === undefined) continue;
      const wire = left.get(keyOf({ name: shown.name, namespace: shown.namespace }));
      left.delete(keyOf({ name: shown.name, namespace: shown.namespace }));
      const name = wire === undefined ? `we show it as ${shown.name}, and it is not there` : 'equal';
      rows.push({ tool, about: 'name', how: name });
      if (wire === undefined) continue;
      rows.push({ tool, about: 'description', how: difference(shown.description, wire.description ?? '') });
      rows.push({ tool, about: 'schema', how: difference(shown.input_schema, wire.schema) });
    }
  }
  for (const name of left.keys())
    rows.push({ tool: name, about: 'name', how: 'it is there, and we show no such tool' });
  return [...rows, ...MALFORMED_NAMES.map((server) => compareList(client, server, lists[server]))];
}

/** Which of the two tools of a malformed list stand on the wire. */
export function listedOf(tools: readonly WireTool[], client: string, server: string): Listed {
  const { view } = findClient(CLIENTS, client);
  const has = (tool: string) => {
    const { name, namespace } = presentName(view, server, tool);
    return tools.some((one) => keyOf(one) === keyOf({ name, namespace }));
  };
  return listed(has('good_one'), has('bad_one'));
}

function listed(good: boolean, bad: boolean): Listed {
  if (good) return bad ? 'both tools' : 'only the good one';
  return bad ? 'only the bad one' : 'neither';
}

function compareList(client: Client, server: string, theirs: Listed | undefined): Compared {
  const tools = (MALFORMED[server] ?? []).flat() as ToolDef[];
  const { findings } = judgeClient({ server, tools }, client, { server, clients: CLIENTS });
  const isLost = findings.some(({ takes_all }) => takes_all);
  const isGone = findings.some(({ verdict }) => verdict === 'dropped');
  const ours = listed(!isLost, !isLost && !isGone);
  const how = ours === theirs ? 'equal' : `we say that the model sees ${ours}, and it saw ${theirs}`;
  return { tool: server, about: 'list', how };
}

function keyOf({ name, namespace }: Pick<WireTool, 'name' | 'namespace'>): string {
  return namespace === undefined ? name : `${namespace} ${name}`;
}

/** As JSON without blanks, the order of keys included. */
function difference(ours: unknown, theirs: unknown): string {
  const [a = '', b = ''] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (a === b) return 'equal';
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `from byte ${at} on: ours ${a.slice(from, at + 120)} | theirs ${b.slice(from, at + 120)}`;
}
