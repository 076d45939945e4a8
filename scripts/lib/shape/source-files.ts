/** The production source of `src/`, parsed: no tests, and nothing that a build wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { type Comment, type Node, type Program, parseSync } from 'oxc-parser';

export type { Node };

export interface SourceFile {
  /** Below `src/`, with slashes. */
  file: string;
  room: string;
  text: string;
  lines: number;
  program: Program;
  comments: Comment[];
  /** The files of ours that it imports, for types too. */
  imports: string[];
}

export function readSources(src: string): SourceFile[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(src, join(parentPath, name)).split(sep).join('/'))
    .filter((file) => !/\.(test|generated)\.tsx?$/.test(file))
    .sort()
    .map((file) => parseSource(file, readFileSync(join(src, file), 'utf8')));
}

export function parseSource(file: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(file, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  const ours = requests.filter((path) => path?.startsWith('.'));
  return {
    file,
    room: roomOf(file),
    text,
    lines: text.replace(/\n$/, '').split('\n').length,
    program,
    comments,
    imports: [...new Set(ours.map((path) => posix.join(posix.dirname(file), path!)))],
  };
}

export function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file;
}

/** Every node below one, with the nodes around it, the nearest last. */
export function visit(node: Node, see: (node: Node, around: Node[]) => void, around: Node[] = []): void {
  see(node, around);
  around.push(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see, around);
    }
  }
  around.pop();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Says on which line a place in a text is, from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
