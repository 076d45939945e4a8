/**
 * Text in YAML 1.2, and so JSON, as plain JSON-safe values that know their place. Hostile text is
 * expected: size, depth and the number of values after aliases are capped, tags, `__proto__` keys
 * and further documents are refused, and nothing is slower than linear. Never throws. Merge keys
 * (`<<: *anchor`) work, since the `x-*` blocks of suites exist to hold anchors. Heavy: import it only
 * where text is really parsed.
 */
import { Composer, type Document, Lexer, LineCounter, Parser } from 'yaml';
import { clip, oneLine } from '../util/text.js';
import { MAX_BYTES } from './limits.js';
import type { LocatedValue, SourceFile, SourceSpot } from './spots.js';
import { MAX_DEPTH, readNodes } from './yaml-nodes.js';

const MAX_PROBLEMS = 50;

export interface TextProblem {
  message: string;
  hint: string | null;
  spot: SourceSpot;
}

export interface ParsedYaml extends LocatedValue {
  problems: TextProblem[];
}

export interface YamlOptions {
  /** Caps the text, and with it the values (a tenth of it) and tokens (four tenths); 1 MB unless told. */
  maxBytes?: number;
  /** Takes whatever JSON takes: a server's catalogue may hold `__proto__` and numbers beyond what is exact. */
  lenient?: boolean;
}

export function parseYaml(text: string, display: string, options: YamlOptions = {}): ParsedYaml {
  const { maxBytes = MAX_BYTES, lenient = false } = options;
  const lines = new LineCounter();
  const source: SourceFile = {
    display,
    at: (offset) => {
      const place = lines.linePos(offset);
      return { line: Math.max(1, place.line), column: Math.max(1, place.col) };
    },
  };
  const root: SourceSpot = { source, value: 0 };
  const refuse = (message: string, hint: string | null = null): ParsedYaml => ({
    value: undefined,
    spot: root,
    problems: [{ message, hint, spot: root }],
  });
  if (Buffer.byteLength(text) > maxBytes)
    return refuse(`the file is larger than ${maxBytes / 1_000_000} MB`, 'split it into several files');

  const composed = compose(text, lines, 0.4 * maxBytes);
  if (typeof composed === 'string') return refuse(composed);
  const [doc, second] = composed;
  if (doc === undefined) return refuse('there is no YAML document');
  const problems: TextProblem[] = [];
  // What follows the first error in the text is mostly its echo.
  const [error] = [...doc.errors, ...doc.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (error) problems.push({ ...explain(error.code, error.message), spot: { source, value: error.pos[0] } });
  if (second !== undefined) {
    const message = 'one YAML document is expected, but `---` starts another';
    problems.push({ message, hint: 'use a file for each', spot: { source, value: second.range[0] } });
  }
  if (problems.length > 0) return { value: undefined, spot: root, problems };
  root.value = doc.contents?.range?.[0] ?? 0;
  // Beyond what the text itself holds, aliases fill in no more than they may in a suite.
  const maxValues = Math.min(Math.floor(maxBytes / 10), text.length + MAX_BYTES / 10);
  const report = (message: string, spot: SourceSpot, hint: string | null = null) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ message, hint, spot });
  };
  const value = readNodes(doc, root, { maxValues, lenient, report });
  return { value: problems.length > 0 ? undefined : value, spot: root, problems };
}

/**
 * Composing is recursive, and very deep text can end the process in a way that no `catch` sees. So the
 * depth is watched while the parser, which is not recursive, reads token by token.
 */
function compose(text: string, lines: LineCounter, maxTokens: number): Document.Parsed[] | string {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // `uniqueKeys` is quadratic in the library; `readMap` looks keys up instead.
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent' });
  const docs: Document.Parsed[] = [];
  let tokens = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) docs.push(...composer.next(token));
    if (parser.stack.length > 2 * MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    if (++tokens > maxTokens) return 'the file holds too many values';
    if (docs.length > 1) return docs;
  }
  for (const token of parser.end()) docs.push(...composer.next(token));
  docs.push(...composer.end(true, text.length));
  return docs;
}

function explain(code: string, message: string): { message: string; hint: string | null } {
  if (code === 'TAG_RESOLVE_FAILED')
    return { message: 'YAML tags are not supported', hint: 'remove the `!tag`' };
  const text = oneLine(clip(message.split('\n', 1)[0] ?? message, 200));
  if (/flow|node end/i.test(text))
    return { message: text, hint: 'inside { } and [ ], put text with such signs in quotes: "${name}"' };
  return { message: text, hint: null };
}
