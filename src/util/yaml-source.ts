/**
 * YAML (and so JSON) text as plain values, with the place of every key and value. Hostile text is
 * expected: size, depth and aliases are capped, tags are refused, duplicate keys are problems, and
 * nothing here is slower than linear. Heavy: import it only where text is really parsed.
 */
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
} from 'yaml';

export interface SourceProblem {
  message: string;
  line: number;
  column: number;
}

export interface YamlSource {
  /** Plain JSON-safe values; undefined when `problems` says why. */
  value: unknown;
  problems: SourceProblem[];
  /** 1-based place of the value at a path, or of its key; the nearest existing ancestor's when absent. */
  place(path: readonly (string | number)[], at?: 'key' | 'value'): { line: number; column: number };
}

export interface YamlLimits {
  /** Characters; 1 MB unless told. */
  maxLength?: number;
  /** 64 unless told. */
  maxDepth?: number;
}

const MAX_PROBLEMS = 50;

export function readYamlSource(text: string, limits: YamlLimits = {}): YamlSource {
  const maxLength = limits.maxLength ?? 1_000_000;
  if (text.length > maxLength) {
    return refused(`the file has ${text.length} characters, the limit is ${maxLength}`);
  }
  const lines = new LineCounter();
  const maxDepth = limits.maxDepth ?? 64;
  // The parser is a stack machine, the composer recurses until the process dies: look at the depth between.
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  if (tooDeep(tokens, maxDepth)) return refused('the text is nested too deeply');
  // The library's own check for duplicate keys is quadratic; the walk below does it with a set.
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent' });
  const [doc, second] = [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
  if (doc === undefined) return refused('the file is empty');
  const at = (offset: number | undefined) => {
    const pos = lines.linePos(offset ?? 0);
    return { line: Math.max(1, pos.line), column: Math.max(1, pos.col) };
  };
  const problems: SourceProblem[] = [];
  const report = (message: string, offset: number | undefined) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ message, ...at(offset) });
  };
  for (const error of [...doc.errors, ...doc.warnings]) report(firstLine(error.message), error.pos[0]);
  if (second !== undefined) report('one document is expected, not several', second.range[0]);
  if (problems.length === 0) inspect(doc.contents, report);
  let value: unknown;
  if (problems.length === 0) {
    try {
      value = doc.toJS({ maxAliasCount: 100 });
    } catch {
      report('aliases expand to too much', 0);
    }
  }
  return { value, problems, place: (path, what = 'value') => at(offsetOf(doc, path, what)) };
}

function refused(message: string): YamlSource {
  return {
    value: undefined,
    problems: [{ message, line: 1, column: 1 }],
    place: () => ({ line: 1, column: 1 }),
  };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

/** Without recursion, for the same reason. A map within a list counts as two levels. */
function tooDeep(tokens: readonly CST.Token[], maxDepth: number): boolean {
  const stack: { token: unknown; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return true;
    if (typeof token !== 'object' || token === null) continue;
    const { items, value, key } = token as { items?: unknown[]; value?: unknown; key?: unknown };
    for (const item of items ?? []) stack.push({ token: item, depth: depth + 1 });
    if (typeof value === 'object') stack.push({ token: value, depth });
    if (typeof key === 'object') stack.push({ token: key, depth });
  }
  return false;
}

type Report = (message: string, offset: number | undefined) => void;

function inspect(node: unknown, report: Report): void {
  if (isMap(node)) {
    const seen = new Set<string>();
    for (const pair of node.items) {
      if (!isScalar(pair.key)) {
        report('a key must be plain text', start(pair.key) ?? start(node));
        continue;
      }
      const key = String(pair.key.value);
      if (seen.has(key)) report(`the key "${key}" is given twice`, start(pair.key));
      seen.add(key);
      inspect(pair.value, report);
    }
  } else if (isSeq(node)) {
    for (const item of node.items) inspect(isPair(item) ? item.value : item, report);
  }
}

function offsetOf(
  doc: Document,
  path: readonly (string | number)[],
  what: 'key' | 'value',
): number | undefined {
  let node: unknown = doc.contents;
  let offset = start(node);
  for (const [index, part] of path.entries()) {
    if (isAlias(node)) node = (node as Alias).resolve(doc);
    let next: unknown;
    let key: unknown;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      next = pair?.value;
      key = pair?.key;
      if (pair === undefined) return offset;
    } else if (isSeq(node)) {
      next = node.items[Number(part)];
      if (next === undefined) return offset;
    } else return offset;
    const isLast = index === path.length - 1;
    offset = (isLast && what === 'key' ? start(key) : start(next)) ?? start(next) ?? start(key) ?? offset;
    node = next;
  }
  return offset;
}

function start(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] | null } | null | undefined)?.range?.[0];
}
