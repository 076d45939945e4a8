/** Ways of writing that are hard to read, each with the places where it stands. */
import { lineCounter, type Node, type SourceFile, visit } from './source-files.js';

const LONG_LINES = 60;
const MANY_PARAMETERS = 5;

export interface Habits {
  long_functions: string[];
  many_parameters: string[];
  nested_ternaries: string[];
  conditional_spreads: string[];
  non_null_assertions: string[];
}

export function findHabits(sources: SourceFile[]): Habits {
  const habits: Habits = {
    long_functions: [],
    many_parameters: [],
    nested_ternaries: [],
    conditional_spreads: [],
    non_null_assertions: [],
  };
  for (const { file, text, program } of sources) {
    const lineAt = lineCounter(text);
    visit(program, (node, around) => {
      const place = `${file}:${lineAt(node.start)}`;
      if (isFunction(node)) {
        const name = nameOf(node, around.at(-1));
        const lines = lineAt(node.end - 1) - lineAt(node.start) + 1;
        const parameters = node.params.length;
        if (isLong(node, lines)) habits.long_functions.push(`${place} ${name} (${lines} lines)`);
        if (parameters >= MANY_PARAMETERS) habits.many_parameters.push(`${place} ${name} (${parameters})`);
      }
      if (isInnerTernary(node, around.at(-1))) habits.nested_ternaries.push(place);
      if (isConditionalSpread(node, around.at(-1))) habits.conditional_spreads.push(place);
      if (node.type === 'TSNonNullExpression') habits.non_null_assertions.push(place);
    });
  }
  return habits;
}

type FunctionNode = Extract<Node, { params: unknown[]; body: unknown }> & { body: Node };

export function isFunction(node: Node): node is FunctionNode {
  const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
  return kinds.includes(node.type) && 'body' in node && node.body !== null;
}

function isLong(node: FunctionNode, lines: number): boolean {
  return lines > LONG_LINES && !isTable(node);
}

/** A function whose whole body is one literal is a table, which is read as such, however long. */
function isTable({ body }: FunctionNode): boolean {
  if (body.type !== 'BlockStatement') return isLiteral(body);
  const [only, ...others] = body.body;
  return (
    others.length === 0 &&
    only?.type === 'ReturnStatement' &&
    only.argument !== null &&
    isLiteral(only.argument)
  );
}

function isLiteral(node: Node): boolean {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return isLiteral(node.expression);
  return (
    node.type === 'ObjectExpression' || node.type === 'ArrayExpression' || node.type === 'TemplateLiteral'
  );
}

function nameOf(node: FunctionNode, parent: Node | undefined): string {
  const named = [
    'id' in node ? node.id : undefined,
    parent && 'id' in parent ? parent.id : undefined,
    parent && 'key' in parent ? parent.key : undefined,
  ];
  const found = named.find((each) => each && typeof each === 'object' && 'name' in each);
  return found ? String((found as { name: unknown }).name) : 'a function without a name';
}

function isInnerTernary(node: Node, parent: Node | undefined): boolean {
  return node.type === 'ConditionalExpression' && parent?.type === 'ConditionalExpression';
}

/** `...(a && { b })` and `...(a ? { b } : {})`; `...(list ?? [])` only says what is missing. */
function isConditionalSpread(node: Node, parent: Node | undefined): boolean {
  if (node.type !== 'SpreadElement') return false;
  if (parent?.type !== 'ObjectExpression' && parent?.type !== 'ArrayExpression') return false;
  const { argument } = node;
  return (
    argument.type === 'ConditionalExpression' ||
    (argument.type === 'LogicalExpression' && argument.operator === '&&')
  );
}
