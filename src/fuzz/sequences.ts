/**
 * Sequences of calls that share ids: what one tool answers is the argument of the next. First every pair that fits,
 * then what is created is read, changed, deleted and read again, then chance. Only tools that may be called take part.
 */
import { splitWords } from '../catalog/words.js';
import { isObject, ownValue } from '../util/plain.js';
import type { Random } from '../util/random.js';
import { oneLine } from '../util/text.js';
import { documentOf, type FuzzCase, type Link, type PlannedCall } from './fuzz-case.js';
import type { SeenCall } from './fuzz-server.js';
import { inputsOf } from './inputs.js';
import { answerText, isFailure, type Problem } from './judge-call.js';
import type { UsualCall } from './learn-usual.js';

type Role = 'create' | 'read' | 'update' | 'delete' | 'other';

const ROLES: Record<Exclude<Role, 'other'>, ReadonlySet<string>> = {
  create: new Set('create add insert new register save put upsert open store'.split(' ')),
  read: new Set('get read fetch show describe find lookup retrieve view load'.split(' ')),
  update: new Set('update edit modify patch rename set change append'.split(' ')),
  delete: new Set('delete remove destroy drop erase close'.split(' ')),
};

const MOST_LEAVES = 200;
const MOST_DEPTH = 5;
const MOST_CALLS = 6;

/** What the answer of `from` gives to an argument of `to`. */
interface Edge {
  from: UsualCall;
  to: UsualCall;
  link: Omit<Link, 'from'>;
}

export function* sequencesOf(ready: readonly UsualCall[], random: Random): Generator<FuzzCase> {
  const edges = ready.flatMap((from) => ready.flatMap((to) => edgesBetween(from, to)));
  if (edges.length === 0) return;
  for (const edge of edges) yield sequence([edge.from, edge.to], edges);
  yield* lifeCycles(ready, edges);
  for (;;) yield byChance(ready, edges, random);
}

/** The calls in order, each argument taken from the nearest earlier answer that has it. */
function sequence(tools: readonly UsualCall[], edges: readonly Edge[]): FuzzCase {
  const calls = tools.map(({ def, args = {} }, id): PlannedCall => {
    const links = linksInto(tools, id, edges);
    return { id, tool: def.name, args, ...(links.length > 0 && { links }) };
  });
  const label = `a sequence: ${tools.map(({ def }) => oneLine(def.name)).join(', ')}`;
  return { tool: tools.at(-1)?.def.name ?? '', label, calls };
}

function linksInto(tools: readonly UsualCall[], at: number, edges: readonly Edge[]): Link[] {
  const out = new Map<string, Link>();
  for (let from = at - 1; from >= 0; from -= 1) {
    for (const { from: source, to, link } of edges) {
      const isMeant = source === tools[from] && to === tools[at];
      if (isMeant && !out.has(link.argument)) out.set(link.argument, { ...link, from });
    }
  }
  return [...out.values()];
}

/** Create, read, update, delete and what must hold between them. */
function* lifeCycles(ready: readonly UsualCall[], edges: readonly Edge[]): Generator<FuzzCase> {
  for (const create of ready.filter(({ def }) => roleOf(def.name) === 'create')) {
    const fed = edges
      .filter(({ from, to }) => from === create && sharesNoun(from.def.name, to.def.name))
      .map(({ to }) => to);
    const ofRole = (role: Role) => [...new Set(fed.filter(({ def }) => roleOf(def.name) === role))];
    for (const read of ofRole('read')) {
      yield { ...sequence([create, read], edges), judgeAll: canBeRead };
      for (const update of ofRole('update')) yield sequence([create, update, read], edges);
      for (const gone of ofRole('delete'))
        yield { ...sequence([create, gone, read], edges), judgeAll: isGone };
    }
    for (const gone of ofRole('delete')) yield sequence([create, gone, gone], edges);
  }
}

function canBeRead(seen: SeenCall[], calls: PlannedCall[]): Problem[] {
  const [created, read] = seen;
  if (calls.length !== 2 || !created || !read || isFailure(created.reply) || !isFailure(read.reply))
    return [];
  return [broken(read, `what ${created.call.tool} created is not found by ${read.call.tool}`)];
}

/** The id counts, since a server may answer that there is nothing. */
function isGone(seen: SeenCall[], calls: PlannedCall[]): Problem[] {
  const [created, deleted, read] = seen;
  if (calls.length !== 3 || !created || !deleted || !read) return [];
  if ([created, deleted, read].some(({ reply }) => reply.kind !== 'result' || isFailure(reply))) return [];
  const used = (calls[2]?.links ?? []).map(({ argument }) => String(read.call.args[argument]));
  const text = answerText(read.reply);
  if (!used.some((id) => id !== '' && text.includes(id)) || /not found|no such|does not exist/i.test(text))
    return [];
  return [broken(read, `what ${deleted.call.tool} deleted is still answered by ${read.call.tool}`)];
}

function broken({ call, reply }: SeenCall, message: string): Problem {
  return {
    tool: call.tool,
    outcome: 'broken-relation',
    key: message,
    message,
    evidence: [answerText(reply)],
  };
}

/** Some arguments are linked, some are as hostile as those of single calls. */
function byChance(ready: readonly UsualCall[], edges: readonly Edge[], random: Random): FuzzCase {
  const tools = [random.pick(edges).from];
  const length = 2 + random.below(MOST_CALLS - 1);
  while (tools.length < length) {
    const fed = edges.filter(({ from }) => tools.includes(from)).map(({ to }) => to);
    tools.push(random.below(3) > 0 && fed.length > 0 ? random.pick(fed) : random.pick(ready));
  }
  const made = sequence(tools, edges);
  const calls = made.calls.map((call, at) =>
    random.below(4) === 0 ? { ...call, args: hostileArgs(tools[at] as UsualCall, random) } : call,
  );
  return { ...made, calls };
}

function hostileArgs({ def, args = {} }: UsualCall, random: Random): Record<string, unknown> {
  const inputs = inputsOf(def.inputSchema, args, random);
  const skipped = 1 + random.below(10);
  let found = args;
  for (let n = 0; n < skipped; n += 1) {
    const next = inputs.next();
    if (!next.done) found = next.value.args;
  }
  return found;
}

interface Leaf {
  path: (string | number)[];
  key: string;
  value: string | number;
}

function edgesBetween(from: UsualCall, to: UsualCall): Edge[] {
  const reply = from.seen?.reply;
  if (reply?.kind !== 'result' || isFailure(reply)) return [];
  const leaves = leavesOf(documentOf(reply.result));
  const structured = ownValue(reply.result, 'structuredContent') !== undefined;
  const properties = ownValue(to.def.inputSchema, 'properties');
  if (!isObject(properties)) return [];
  return Object.keys(properties).flatMap((argument) => {
    const leaf = leaves.find((one) => fits(one, argument, { from, to }));
    return leaf === undefined ? [] : [{ from, to, link: { argument, path: leaf.path, structured } }];
  });
}

function fits({ key, value }: Leaf, argument: string, { from, to }: Pick<Edge, 'from' | 'to'>): boolean {
  const type = ownValue(ownValue(ownValue(to.def.inputSchema, 'properties'), argument), 'type');
  const isOfType = typeof value === 'string' ? type === 'string' : type === 'integer' || type === 'number';
  // A text that merely has the same name (`message`, `query`) is no id.
  if (!isOfType || !/(^|_|[a-z])(id|ids|key|name|slug|uri|path|handle|token|cursor)$/i.test(argument))
    return false;
  if (key.toLowerCase() === argument.toLowerCase()) return true;
  const words = splitWords(argument);
  const noun = words.at(-2);
  const isId = words.at(-1) === key.toLowerCase();
  return isId && noun !== undefined && nounsOf(from.def.name).has(singular(noun));
}

function leavesOf(document: unknown): Leaf[] {
  const out: Leaf[] = [];
  const walk = (value: unknown, path: (string | number)[]): void => {
    if (path.length > MOST_DEPTH || out.length >= MOST_LEAVES) return;
    if (Array.isArray(value)) {
      for (const [at, item] of value.slice(0, 3).entries()) walk(item, [...path, at]);
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner === 'string' || typeof inner === 'number')
          out.push({ path: [...path, key], key, value: inner });
        else walk(inner, [...path, key]);
      }
    }
  };
  walk(document, []);
  return out;
}

function roleOf(name: string): Role {
  const words = splitWords(name);
  const roles = Object.entries(ROLES) as [Role, ReadonlySet<string>][];
  return roles.find(([, verbs]) => words.slice(0, 2).some((word) => verbs.has(word)))?.[0] ?? 'other';
}

function sharesNoun(a: string, b: string): boolean {
  const nouns = nounsOf(a);
  return [...nounsOf(b)].some((noun) => nouns.has(noun));
}

function nounsOf(name: string): Set<string> {
  const verbs = Object.values(ROLES);
  const words = splitWords(name).filter((word) => !verbs.some((known) => known.has(word)));
  return new Set(words.map(singular));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
