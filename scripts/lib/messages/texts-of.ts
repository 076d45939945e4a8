/** The texts that an expression can come to: what is known stands there, what is not as `{expression}`. */
import type { Node } from '../shape/source-files.js';

/** Constants of the file by name, so that a text kept apart from its use is found. */
export type Constants = ReadonlyMap<string, Node>;

export interface Place {
  text: string;
  constants: Constants;
}

/** More alternatives than this are cut: nobody reads them. */
const MOST = 12;

export function textsOf(node: Node | null | undefined, place: Place, depth = 0): string[] {
  if (!node || depth > 6) return [];
  const of = (child: Node | null | undefined): string[] => textsOf(child, place, depth + 1);
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [String(node.value)];
  if (node.type === 'TemplateLiteral') {
    return node.quasis.reduce<string[]>(
      (heads, quasi, at) => {
        const known = node.expressions[at];
        const inner = known ? inTemplate(known, place, depth) : [''];
        return joined(
          heads,
          inner.map((text) => (quasi.value.cooked ?? '') + text),
        );
      },
      [''],
    );
  }
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return joined(of(node.left as Node), of(node.right));
  if (node.type === 'ConditionalExpression') return [...of(node.consequent), ...of(node.alternate)];
  if (node.type === 'LogicalExpression') return [...of(node.left), ...of(node.right)];
  if (node.type === 'TSAsExpression') return of(node.expression);
  if (node.type === 'Identifier') {
    if (node.name === 'undefined') return [];
    const known = place.constants.get(node.name);
    return known ? of(known) : [shown(node, place)];
  }
  return [shown(node, place)];
}

/** Inside a text only choices between known words are spelt out. */
function inTemplate(node: Node, place: Place, depth: number): string[] {
  const isChoice = node.type === 'ConditionalExpression' || node.type === 'Identifier';
  const texts = isChoice ? textsOf(node, place, depth + 1) : [];
  return texts.length > 0 ? texts : [shown(node, place)];
}

function joined(heads: string[], tails: string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, MOST);
}

function shown({ start, end }: Node, { text }: Place): string {
  const source = text.slice(start, end).replace(/\s+/g, ' ');
  return `{${source.length > 30 ? `${source.slice(0, 29)}…` : source}}`;
}
