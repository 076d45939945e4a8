/**
 * Every text that the program says, with its place: found by where it stands in the code. What is thrown, what is told,
 * hints, findings, help, and whatever else reads like a sentence.
 */
import { type Node, type SourceFile, visit } from '../shape/source-files.js';
import { type Constants, type Place, textsOf } from './texts-of.js';

export type MessageKind = 'error' | 'hint' | 'notice' | 'finding' | 'help' | 'other';

export interface Message {
  room: string;
  /** Below `src/`. */
  file: string;
  line: number;
  kind: MessageKind;
  text: string;
  /** Of an error: the hint that goes with it. */
  hint?: string;
}

/** Text for models, lists of words, and names of keys: not what a user is told. */
const NO_MESSAGES =
  /^(?:catalog\/distractors\/|report\/xml-checker|[\w/-]+-testkit|lint\/words\/|metrics\/ordinary-words|page\/|tdqs\/(?:offline\/|rubric|prompt)|judge\/|tokens\/|json-schema\/|shapes\/|types\/|lint\/rules\/)/;

export function collectMessages(sources: readonly SourceFile[]): Message[] {
  return sources.filter(({ file }) => !NO_MESSAGES.test(file)).flatMap(messagesIn);
}

function messagesIn(source: SourceFile): Message[] {
  const { text, program, file, room } = source;
  const place: Place = { text, constants: constantsIn(program as unknown as Node) };
  const makers = errorMakers(program as unknown as Node);
  const out: Message[] = [];
  const seen = new Set<Node>();
  const add = (node: Node | null | undefined, kind: MessageKind, hint?: string): void => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    const line = text.slice(0, node.start).split('\n').length;
    for (const found of textsOf(node, place)) {
      const message: Message = { room, file, line, kind, text: found };
      if (hint !== undefined) message.hint = hint;
      out.push(message);
    }
  };
  visit(program as unknown as Node, (node) => {
    if (node.type === 'NewExpression') thrown(node, place, add);
    else if (node.type === 'CallExpression') called(node, makers, add);
    else if (node.type === 'Property') keyed(node, add);
  });
  visit(program as unknown as Node, (node, around) => {
    const isText = node.type === 'Literal' ? typeof node.value === 'string' : node.type === 'TemplateLiteral';
    if (isText && !around.some((one) => seen.has(one)) && isProse(textsOf(node, place)[0] ?? ''))
      add(node, 'other');
  });
  return out.filter((message) => message.kind === 'error' || isProse(message.text));
}

type Add = (node: Node | null | undefined, kind: MessageKind, hint?: string) => void;

function thrown(node: Node & { type: 'NewExpression' }, place: Place, add: Add): void {
  const name = node.callee.type === 'Identifier' ? node.callee.name : '';
  const [first] = node.arguments as Node[];
  if (name === 'McptestError' && first?.type === 'ObjectExpression') {
    const hint = textsOf(propertyOf(first, 'hint'), place)[0];
    add(propertyOf(first, 'message') ?? first, 'error', hint ?? '');
    add(propertyOf(first, 'hint'), 'hint');
  } else if (/Error$/.test(name) && first && isWritten(first)) add(first, 'error');
}

function called(node: Node & { type: 'CallExpression' }, makers: ReadonlySet<string>, add: Add): void {
  const args = node.arguments as Node[];
  const { callee } = node;
  if (callee.type === 'Identifier') ofFunction(callee.name, args, makers, add);
  else if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const list = callee.object.type === 'MemberExpression' ? callee.object.property : callee.object;
    ofMethod(callee.property.name, list.type === 'Identifier' ? list.name : '', args.filter(isWritten), add);
  }
}

function ofFunction(name: string, args: Node[], makers: ReadonlySet<string>, add: Add): void {
  if (name === 'tell' || name === 'say') add(args[0], 'notice');
  if (!makers.has(name)) return;
  const words = args.filter((arg) => isWritten(arg) && !isCode(arg));
  for (const [at, arg] of words.entries()) add(arg, at === 0 ? 'error' : 'hint');
}

const LISTS = /warnings|notes|problems|reasons|messages|steps|skipped/i;
const HELP = new Set(['option', 'summary', 'description', 'addHelpText', 'argument']);

function ofMethod(method: string, list: string, words: Node[], add: Add): void {
  const isTold = (method === 'push' || method === 'unshift') && LISTS.test(list);
  for (const word of words) {
    if (isTold) add(word, 'notice');
    else if (HELP.has(method)) add(word, 'help');
  }
}

const KINDS: Record<string, MessageKind> = {
  message: 'finding',
  reason: 'finding',
  why: 'finding',
  hint: 'hint',
  fix: 'hint',
  suggestion: 'hint',
  remedy: 'hint',
  error: 'finding',
  note: 'notice',
  warning: 'notice',
};

function keyed(node: Node & { type: 'Property' }, add: Add): void {
  const key = node.key.type === 'Identifier' ? node.key.name : '';
  const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
  if (kind !== undefined && isWritten(node.value as Node)) add(node.value as Node, kind);
}

/** `no-target`: a name for programs. */
function isCode(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'string' && /^[a-z]+(?:-[a-z]+)+$/.test(node.value);
}

function isWritten(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'ConditionalExpression') return isWritten(node.consequent) || isWritten(node.alternate);
  if (node.type === 'BinaryExpression') return isWritten(node.left as Node) || isWritten(node.right);
  return node.type === 'TemplateLiteral';
}

function propertyOf(object: Node & { type: 'ObjectExpression' }, key: string): Node | undefined {
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === key)
      return property.value as Node;
  }
  return undefined;
}

/** A name that is used for several things stands for none of them. */
function constantsIn(program: Node): Constants {
  const constants = new Map<string, Node>();
  const names: string[] = [];
  visit(program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return;
    names.push(node.id.name);
    if (isWritten(node.init)) constants.set(node.id.name, node.init);
  });
  for (const [at, name] of names.entries()) if (names.indexOf(name) !== at) constants.delete(name);
  return constants;
}

/** Functions of the file that make an error of the words that they are given. */
function errorMakers(program: Node): Set<string> {
  const makers = new Set<string>();
  visit(program, (node, around) => {
    if (
      node.type !== 'NewExpression' ||
      node.callee.type !== 'Identifier' ||
      node.callee.name !== 'McptestError'
    )
      return;
    const maker = around.findLast((one) => one.type === 'FunctionDeclaration');
    if (maker?.type === 'FunctionDeclaration' && maker.id) makers.add(maker.id.name);
  });
  return makers;
}

/** Three words in a row that somebody could read. */
export function isProse(text: string): boolean {
  const words = text.replace(/\{[^}]*\}|`[^`]*`|\S*[/\\<>_=$]\S*/g, ' ').match(/[A-Za-z][a-z']+/g) ?? [];
  return words.length >= 3 && /[a-z]+ [a-z{]+/i.test(text);
}

export interface ErrorPlace {
  file: string;
  line: number;
  /** As it is written in the code. */
  code: string;
  hasHint: boolean;
}

/** Where an error of ours is made, however its words come about. */
export function errorPlaces(sources: readonly SourceFile[]): ErrorPlace[] {
  return sources.flatMap(({ file, text, program }) => {
    const places: ErrorPlace[] = [];
    visit(program as unknown as Node, (node) => {
      if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier') return;
      const [first] = node.arguments as Node[];
      if (node.callee.name !== 'McptestError' || first?.type !== 'ObjectExpression') return;
      const line = text.slice(0, node.start).split('\n').length;
      const code = propertyOf(first, 'code');
      const hasHint =
        propertyOf(first, 'hint') !== undefined ||
        first.properties.some(({ type }) => type === 'SpreadElement');
      places.push({ file, line, code: code ? text.slice(code.start, code.end) : '', hasHint });
    });
    return places;
  });
}
