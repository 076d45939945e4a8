/** Tools and a result as one client shows them to the model. Pure. */
import { tokenSurface } from '../catalog/token-surface.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Client, ClientShow, PresentedName, ShownTool, ToolAnswer } from '../types/compat.js';
import { deepJson } from '../util/deep-json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { CLIENTS } from './clients.js';
import { inputNodes, nameOf, textOf } from './input-schema.js';
import { hitsOf, isDoubtful, type JudgeOptions, judgeClient } from './judge.js';
import { finalNames, presentNames } from './present-names.js';
import type { NamedCatalog } from './report.js';
import { showResult } from './show-result.js';
import { viewSchema } from './views/view-schema.js';

const CONSTRAINTS = [
  'pattern',
  'format',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'enum',
  'const',
];

export interface ShowOptions {
  countTokens: (text: string) => number;
  answer?: ToolAnswer;
  /** All that are known, for those that stand inside others. */
  clients?: readonly Client[];
}

export function showClient(
  { catalog, server_name, name_from }: NamedCatalog,
  client: Client,
  { countTokens, answer, clients = CLIENTS }: ShowOptions,
): ClientShow {
  const tools = shownTools(catalog, client, server_name).map((tool) => ({
    ...tool,
    tokens: costOf(tool, countTokens),
  }));
  return omitUndefined({
    version: 1 as const,
    client: client.id,
    name: client.name,
    server: catalog.server,
    server_name,
    name_from,
    known: client.view !== undefined,
    fails: whyAllFail(catalog, client, { server: server_name, clients }),
    tools,
    collisions: collisionsOf(catalog, client, server_name),
    tokens: {
      shown: tools.reduce((sum, { tokens }) => sum + tokens, 0),
      sent: tokenSurface(catalog.tools, countTokens).total,
    },
    result: answer && showResult(answer, client, countTokens),
  });
}

/** Without what they cost. */
export function shownTools(catalog: Catalog, client: Client, server: string): ShownTool[] {
  const names = finalNames(client.view, server, catalog.tools);
  const behind = firstPageOnly(client) ? (catalog.first_page ?? catalog.tools.length) : catalog.tools.length;
  const dropped = droppedTools(catalog, client, server);
  return catalog.tools.map((tool, place) => {
    const presented = names[place] as PresentedName;
    return shownTool({
      tool,
      client,
      server,
      presented,
      left_out: whyLeftOut(presented, place, behind, dropped),
      place,
    });
  });
}

/** Of these the names that are shown tell already. */
const TOLD_BY_NAMES = new Set(['CLI-005', 'CLI-011']);

/** The place of each tool that the client drops, and why. */
function droppedTools(catalog: Catalog, client: Client, server: string): Map<number, string> {
  const dropped = new Map<number, string>();
  const names = presentNames(client.view, server, catalog.tools);
  for (const fact of client.facts) {
    if (fact.effect !== 'dropped' || isDoubtful(fact) || TOLD_BY_NAMES.has(fact.rule ?? '')) continue;
    for (const { tool } of hitsOf(fact, { catalog, server, names }))
      if (tool !== undefined) dropped.set(tool, `the client ${fact.says}`);
  }
  return dropped;
}

/** Why none of the tools reaches the model, where one of them or the list as such takes all down. */
function whyAllFail(catalog: Catalog, client: Client, { server, clients }: JudgeOptions): string | undefined {
  const { findings } = judgeClient(catalog, client, { server, clients });
  return findings.find(({ takes_all, verdict }) => takes_all && verdict === 'error')?.message;
}

function firstPageOnly({ facts }: Client): boolean {
  return facts.some(({ rule, state }) => rule === 'CLI-005' && state === undefined);
}

interface Part {
  tool: ToolDef;
  place: number;
  client: Client;
  server: string;
  presented: PresentedName;
  left_out: string | undefined;
}

function shownTool({ tool, place, client, server, presented, left_out: leftOut }: Part): ShownTool {
  const { view } = client;
  const own = nameOf(tool, place);
  const said = textOf(ownValue(tool, 'description'));
  const description = shownDescription(inForm(said, client), own, server, client);
  const input = ownValue(tool, 'inputSchema');
  const schema = inForm(viewSchema(view?.schema ?? 'as it is', input), client);
  const changed: ShownTool['changed'] = [];
  if (presented.changed || presented.cut || presented.hashed) changed.push('name');
  if (description !== said) changed.push('description');
  if (deepJson(schema) !== deepJson(input)) changed.push('schema');
  return omitUndefined({
    tool: own,
    name: leftOut === undefined ? presented.name : undefined,
    namespace: leftOut === undefined ? presented.namespace : undefined,
    left_out: leftOut,
    description,
    input_schema: schema,
    lost: lostConstraints(tool, schema),
    changed,
    tokens: 0,
  });
}

function whyLeftOut(
  presented: PresentedName,
  place: number,
  behind: number,
  dropped: ReadonlyMap<number, string>,
): string | undefined {
  if (place >= behind) return 'it comes after the first page';
  if (dropped.has(place)) return dropped.get(place);
  return presented.left_out ? 'its name is not taken, or belongs to another tool' : undefined;
}

function shownDescription(said: string, tool: string, server: string, { view }: Client): string {
  if (said.trim() === '' && view?.description_empty !== undefined)
    return view.description_empty.replaceAll('{tool}', tool).replaceAll('{server}', server);
  const text = view?.description_trim ? said.trim() : said;
  const most = view?.description_max ?? Number.POSITIVE_INFINITY;
  return text.length <= most ? text : `${text.slice(0, most)}${view?.description_end ?? ''}`;
}

/** All texts in the form of Unicode that the client gives them. */
function inForm<Value>(value: Value, { view }: Client): Value {
  if (view?.unicode === undefined) return value;
  const text = deepJson(value) ?? '';
  const formed = text.normalize(view.unicode);
  return formed === text ? value : (JSON.parse(formed) as Value);
}

/** Words of a constraint that stand in no schema that is shown; a description that tells them counts. */
function lostConstraints(tool: ToolDef, shown: unknown): string[] {
  const text = deepJson(shown);
  const kept = new Map<string, unknown>();
  for (const node of inputNodes({ name: '', inputSchema: shown })) kept.set(node.pointer(), node.schema);
  return inputNodes(tool).flatMap((node) => {
    const there = kept.get(node.pointer());
    return CONSTRAINTS.filter((keyword) => {
      const value = ownValue(node.schema, keyword);
      if (value === undefined || ownValue(there, keyword) !== undefined) return false;
      if (keyword === 'const' && ownValue(there, 'enum') !== undefined) return false;
      return !text.includes(`${keyword}: ${JSON.stringify(JSON.stringify(value) ?? '').slice(1, -1)}`);
    }).map((keyword) => `${node.pointer()}/${keyword}`);
  });
}

function costOf(
  { name, namespace, description, input_schema, left_out }: ShownTool,
  count: (text: string) => number,
): number {
  if (left_out !== undefined) return 0;
  return count(`${namespace ?? ''}${name ?? ''}`) + count(description) + count(deepJson(input_schema ?? {}));
}

function collisionsOf({ tools }: Catalog, { view }: Client, server: string): ClientShow['collisions'] {
  const byName = new Map<string, string[]>();
  for (const [place, { full }] of presentNames(view, server, tools).entries())
    byName.set(full, [...(byName.get(full) ?? []), nameOf(tools[place] as ToolDef, place)]);
  return [...byName].filter(([, names]) => names.length > 1).map(([name, names]) => ({ name, tools: names }));
}
