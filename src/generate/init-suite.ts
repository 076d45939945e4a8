/**
 * A first suite for a server, from what it offers and what it was seen to answer: a test of success for each tool that
 * only reads, for a few resources and prompts, and one for a tool that is not there, which every server must refuse.
 * Pure; `init` runs what is made here and keeps the tests that pass.
 */
import { Document, YAMLMap } from 'yaml';
import { safetyClass } from '../catalog/safety-class.js';
import { TemplateText } from '../source/yaml-text.js';
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { type Args, argumentCases } from './argument-cases.js';
import { declaredTests } from './declared-drafts.js';
import { reasonToLeaveOut } from './leave-out.js';
import { answerExpected, type ObservedPlace, successExpected } from './observed-expectation.js';

export interface Offer {
  tools: Record<string, unknown>[];
  resources: Record<string, unknown>[];
  prompts: Record<string, unknown>[];
  templates?: Record<string, unknown>[];
  capabilities?: Record<string, unknown>;
}

const KINDS = ['tools', 'resources', 'prompts', 'completions', 'requests'] as const;

/** A test as the suite holds it. */
export interface Draft {
  kind: (typeof KINDS)[number];
  test: { name: string; [key: string]: unknown };
  /** What to expect instead where the protocol leaves the server a choice. */
  otherwise?: Record<string, unknown>;
}

export interface Drafts {
  drafts: Draft[];
  /** Tools without a test, and why. */
  left: { tool: string; why: string }[];
}

const MAX_TOOLS = 25;
const MAX_OTHERS = 3;
export const NO_SUCH_TOOL = 'mcptest_no_such_tool';

/** What `init` may look at before it drafts: what a draft will call, and nothing else. */
export function toLookAt({ tools, resources, prompts }: Offer) {
  const named = (tools as ToolDef[]).filter(
    (tool) => typeof tool.name === 'string' && reasonToLeave(tool, 0) === undefined,
  );
  return {
    tools: named.slice(0, MAX_TOOLS),
    resources: resources.slice(0, MAX_OTHERS).flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : [])),
    prompts: prompts
      .slice(0, MAX_OTHERS)
      .flatMap(({ name, arguments: wanted }) =>
        typeof name === 'string' ? [{ prompt: name, args: promptArguments(wanted) }] : [],
      ),
    casesOf(tool: ToolDef, known?: Args): Args[] {
      const args = known ?? argumentsFor(tool);
      return args === undefined ? [] : [args];
    },
  };
}

export function draftTests(offer: Offer, seen?: ObservedPlace): Drafts {
  const { tools, resources, prompts, templates = [], capabilities = {} } = offer;
  const out: Drafts = { drafts: [], left: [] };
  const names = new Set<string>();
  for (const tool of tools as ToolDef[]) {
    if (typeof tool.name !== 'string' || names.has(tool.name)) continue;
    names.add(tool.name);
    const why = reasonToLeave(tool, out.drafts.length);
    const known = seen?.observations.argumentsOf(tool.name);
    const args = why === undefined ? (known ?? argumentsFor(tool)) : undefined;
    if (args) out.drafts.push(toolDraft(tool, args, seen));
    else out.left.push({ tool: tool.name, why: why ?? 'no arguments could be made up from its schema' });
  }
  for (const resource of resources.slice(0, MAX_OTHERS)) {
    const uri = ownValue(resource, 'uri');
    if (typeof uri !== 'string') continue;
    const call = { name: `${label(uri)} can be read`, uri: written(uri, seen) };
    const held = seen && answerExpected({ kind: 'resource', name: uri }, seen);
    out.drafts.push(draftOf('resources', call, { held, least: [{ 'result.contents': { type: 'array' } }] }));
  }
  for (const prompt of prompts.slice(0, MAX_OTHERS)) {
    const made = promptDraft(prompt, seen);
    if (made) out.drafts.push(made);
  }
  for (const { kind, test } of declaredTests({ capabilities, prompts, templates }))
    out.drafts.push({ kind, test: literal(test) });
  out.drafts.push({
    kind: 'tools',
    test: { name: 'an unknown tool is refused', tool: NO_SUCH_TOOL, expect: [{ error: { type: 'object' } }] },
    otherwise: { expect: [{ 'result.isError': true }] },
  });
  return out;
}

function reasonToLeave(tool: ToolDef, made: number): string | undefined {
  const unmeant = reasonToLeaveOut(tool);
  if (unmeant !== undefined) return unmeant;
  const safety = safetyClass(tool);
  if (safety === 'destructive') return 'it may destroy something';
  if (safety === 'mutating') return 'it may change something';
  return made >= MAX_TOOLS ? `there are tests for ${MAX_TOOLS} others` : undefined;
}

function argumentsFor(tool: ToolDef): Args | undefined {
  return argumentCases(tool.inputSchema, tool.name).happy;
}

const ANSWERED = [{ 'result.isError': { not: true } }, { 'result.content': { type: 'array' } }];

function toolDraft(tool: ToolDef, args: Args, seen: ObservedPlace | undefined): Draft {
  const made = Object.keys(args).length > 0;
  const called = { name: `${label(tool.name)} answers`, tool: literal(tool.name) };
  const call = made ? { ...called, args: written(args, seen) } : called;
  const held = seen && successExpected(tool, args, seen)?.expect;
  return draftOf('tools', call, { held, least: ANSWERED });
}

function promptDraft(prompt: Record<string, unknown>, seen: ObservedPlace | undefined): Draft | undefined {
  const { name } = prompt;
  if (typeof name !== 'string') return undefined;
  const args = promptArguments(prompt.arguments);
  const filled = Object.keys(args).length > 0 ? { args } : {};
  const call = { name: `the prompt ${label(name)} comes`, prompt: literal(name), ...filled };
  const held = seen && answerExpected({ kind: 'prompt', name, args }, seen);
  return draftOf('prompts', call, { held, least: [{ 'result.messages': { type: 'array' } }] });
}

/** What was seen, and where that does not hold a second time, the least. */
function draftOf(
  kind: Draft['kind'],
  call: { name: string; [key: string]: unknown },
  { held, least }: { held: unknown[] | undefined; least: unknown[] },
): Draft {
  if (held === undefined) return { kind, test: { ...call, expect: least } };
  return { kind, test: { ...call, expect: literal(held) }, otherwise: { expect: least } };
}

function promptArguments(wanted: unknown): Record<string, string> {
  const args: Record<string, string> = {};
  for (const argument of Array.isArray(wanted) ? wanted : []) {
    const key = ownValue(argument, 'name');
    if (ownValue(argument, 'required') === true && typeof key === 'string' && key !== '__proto__')
      args[key] = 'text';
  }
  return args;
}

function written(value: unknown, seen: ObservedPlace | undefined): unknown {
  return literal(seen ? seen.portable(value) : value);
}

function label(text: string): string {
  return clip(oneLine(text), 80).replace(/[${}]/g, '');
}

/** What a server says is text and never a variable of the suite. */
function literal<T>(value: T): T {
  if (value instanceof TemplateText) return value.text as T;
  if (typeof value === 'string') return value.replaceAll('${', () => '$${') as T;
  if (Array.isArray(value)) return value.map(literal) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, literal(inner)])) as T;
}

const PUBLISHED = 'https://mcptest.sh/schema/v1.json';
const HEAD = 'Written by `mcptest init`: run it with `mcptest run`, then make the expectations sharper.';

export interface SuiteServer {
  name: string;
  entry: Record<string, unknown>;
}

interface SuiteHead {
  /** A further line. */
  remark?: string;
  /** Where an editor finds the schema; where it is published unless given. */
  schema?: string;
}

export function suiteText(server: SuiteServer, { drafts, left }: Drafts, head: SuiteHead = {}): string {
  const document = new Document({});
  const { remark, schema = PUBLISHED } = head;
  const told = [`yaml-language-server: $schema=${schema}`, HEAD, remark === undefined ? [] : oneLine(remark)];
  document.commentBefore = told
    .flat()
    .map((line) => ` ${line}`)
    .join('\n');
  const root = document.contents as unknown as YAMLMap;
  root.set(document.createNode('servers'), document.createNode({ [server.name]: server.entry }));
  for (const kind of KINDS) {
    const tests = drafts.filter((draft) => draft.kind === kind).map(({ test }) => test);
    if (tests.length === 0) continue;
    const key = document.createNode(kind);
    key.spaceBefore = true;
    root.set(key, document.createNode(tests));
  }
  flowLeaves(root);
  if (left.length > 0) {
    const lines = left.slice(0, 100).map(({ tool, why }) => `   ${label(tool)}: ${why}`);
    document.comment = [' Not tested:', ...lines].join('\n');
  }
  return document.toString({ lineWidth: 110 }).replace(/\[ (.*) \]$/gm, '[$1]');
}

/** Argument vectors and matchers read best on one line, lists of maps as blocks. */
function flowLeaves(node: unknown): boolean {
  if (!isCollection(node)) return true;
  const inner = node.items.map((item) => flowLeaves(isPair(item) ? item.value : item));
  const maps = node instanceof YAMLMap ? [] : node.items.filter((item) => item instanceof YAMLMap);
  for (const map of maps) map.flow = false;
  const short = inner.every(Boolean) && JSON.stringify(node.toJSON()).length <= 80;
  const entry = node instanceof YAMLMap && ['name', 'command', 'url'].some((key) => node.has(key));
  node.flow = short && !entry && maps.length === 0;
  return node.flow;
}

interface Collection {
  items: unknown[];
  flow?: boolean;
  toJSON(): unknown;
}

function isCollection(node: unknown): node is Collection {
  return typeof node === 'object' && node !== null && Array.isArray((node as Collection).items);
}

function isPair(item: unknown): item is { value: unknown } {
  return typeof item === 'object' && item !== null && 'key' in item && 'value' in item;
}
