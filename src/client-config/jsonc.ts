/** JSON as editors keep it: `//` and block comments, a comma after the last entry, a byte order mark in front. */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Throws `SyntaxError` with the line. Maps have no prototype. */
export function parseJsonc(text: string): unknown {
  return withinStack(() => getNodeValue(readJsoncTree(text.replace(/^\ufeff/, ''))));
}

/** Where each value begins and ends, in a text without byte order mark; throws `SyntaxError` with the line. */
export function readJsoncTree(text: string): Node {
  const errors: ParseError[] = [];
  const tree = withinStack(() => parseTree(text, errors, { allowTrailingComma: true }));
  const [problem] = errors;
  if (tree !== undefined && problem === undefined) return tree;
  const line = text.slice(0, problem?.offset ?? 0).split('\n').length;
  throw new SyntaxError(`line ${line}: ${problem === undefined ? 'value expected' : plainReason(problem)}`);
}

/** `CommaExpected` in ordinary words. */
function plainReason({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** The parser calls itself for every level of the text. */
function withinStack<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new SyntaxError('it is nested too deep') : error;
  }
}
