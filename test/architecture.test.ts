/**
 * The house keeps its walls: imports go the way src/layers.json says and through the doors that it names, without
 * cycles, and only cli/ prints.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));

interface Room {
  /** Rooms that it may import from; `types` and `util` it always may. */
  imports: string[];
  /** Files that other rooms may import. */
  doors: string[] | 'all';
}

const layers = JSON.parse(readFileSync(join(src, 'layers.json'), 'utf8')) as Record<string, Room>;
const OPEN_TO_ALL = ['types', 'util'];

interface Module {
  file: string;
  room: string;
  imports: { file: string; room: string; typeOnly: boolean }[];
  text: string;
}

const modules = walk(src)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(read);
const crossings = modules.flatMap((from) =>
  from.imports.filter(({ room }) => room !== from.room).map((to) => ({ from, to })),
);

describe('architecture', () => {
  it('every folder has a row, and every row a folder', () => {
    const folders = readdirSync(src).filter((name) => statSync(join(src, name)).isDirectory());
    const rows = Object.keys(layers).filter((name) => !name.endsWith('.ts'));
    expect(folders.sort()).toEqual(rows.sort());
  });

  it('sees every import that names a file of ours', () => {
    const unknown = modules.flatMap(({ file, imports }) =>
      imports.filter((to) => !existsSync(join(src, to.file))).map((to) => `${file} imports ${to.file}`),
    );
    expect(unknown).toEqual([]);
  });

  it('imports only what its row allows', () => {
    const broken = crossings.filter(
      ({ from, to }) => !OPEN_TO_ALL.includes(to.room) && !layers[from.room]?.imports.includes(to.room),
    );
    expect(broken.map(described)).toEqual([]);
  });

  it('enters a room only through its doors', () => {
    const broken = crossings.filter(({ to }) => !isDoor(to));
    expect(broken.map(described)).toEqual([]);
  });

  it('permits nothing that nobody uses', () => {
    const unused = Object.entries(layers).flatMap(([room, { imports, doors }]) => [
      ...imports
        .filter((other) => !crossings.some(({ from, to }) => from.room === room && to.room === other))
        .map((other) => `${room} does not import ${other}`),
      ...(doors === 'all' ? [] : doors)
        .filter((door) => !crossings.some(({ to }) => to.file === `${room}/${door}`))
        .map((door) => `nobody enters ${room}/${door}`),
    ]);
    expect(unused).toEqual([]);
  });

  it('has no cycle between rooms', () => {
    const graph = new Map(Object.entries(layers));
    const visit = (room: string, path: string[]): void => {
      if (path.includes(room)) throw new Error(`cycle: ${[...path, room].join(' → ')}`);
      for (const next of graph.get(room)?.imports ?? []) visit(next, [...path, room]);
    };
    for (const room of graph.keys()) visit(room, []);
  });

  it('has no cycle between modules, types aside', () => {
    const graph = new Map(
      modules.map((m) => [m.file, m.imports.filter((i) => !i.typeOnly).map((i) => i.file)]),
    );
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file))
        throw new Error(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
  });

  it('prints nowhere but in cli/', () => {
    const printing = /\bconsole\.\w+\(|process\.(stdout|stderr)\b/;
    expect(modules.filter((m) => m.room !== 'cli' && printing.test(m.text)).map((m) => m.file)).toEqual([]);
  });

  it('makes redactors in redact/ alone, so that each invocation has one that knows all of its secrets', () => {
    const making = modules.filter(({ room, text }) => room !== 'redact' && /\bcreateRedactor\(/.test(text));
    expect(making.map(({ file }) => file)).toEqual([]);
    const opening = modules.filter(({ room, text }) => room !== 'redact' && /\bopenRedactor\(/.test(text));
    expect(opening.map(({ file }) => file).sort()).toEqual(['cli/start.ts', 'mcp-server/call-verb.ts']);
  });

  it('takes the examples of its property tests from one place, so that they are the same in every run', () => {
    const tests = [src, dirname(fileURLToPath(import.meta.url))].flatMap(walk);
    const direct = tests.filter((file) => /^import .*'fast-check';$/m.test(readFileSync(file, 'utf8')));
    expect(direct.map((file) => posix.basename(file))).toEqual(['properties.ts']);
  });

  it('sets no hook in a module that tests share: it is loaded once, and so the hook would be for one file', () => {
    const shared = [...modules, ...walk(join(src, '../test/lib')).map(read)];
    const setting = shared.filter(({ text }) => /^(before|after)(Each|All)\(/m.test(text));
    expect(setting.map(({ file }) => file)).toEqual([]);
  });

  it('keeps types free of code', () => {
    const code = /^export (?:async )?(?:function|const|let|class|enum)\b/m;
    expect(modules.filter((m) => m.room === 'types' && code.test(m.text)).map((m) => m.file)).toEqual([]);
  });

  it('keeps every file readable in one sitting', () => {
    const long = modules.filter((m) => m.text.split('\n').length > 400 && !/^\s*\/\*\* Data/.test(m.text));
    expect(long.map((m) => m.file)).toEqual([]);
  });
});

function isDoor({ room, file }: { room: string; file: string }): boolean {
  const doors = layers[room]?.doors ?? [];
  return doors === 'all' || doors.includes(file.slice(room.length + 1));
}

function described({ from, to }: (typeof crossings)[number]): string {
  return `${from.file} imports ${to.file}`;
}

function walk(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)],
  );
}

function read(path: string): Module {
  const file = relative(src, path).split(sep).join('/');
  const text = readFileSync(path, 'utf8');
  // Whole import and export statements, one after another; comments and strings never start a line like these.
  const statement =
    /^(?:import|export)\b(\s+type\b)?[^;'"]*?\bfrom\s*['"](\.[^'"]+)['"]|^import\s*['"](\.[^'"]+)['"]/gm;
  const dynamic = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;
  const imports = [
    ...[...text.matchAll(statement)].map((m) => ({ target: m[2] ?? m[3]!, typeOnly: m[1] !== undefined })),
    ...[...text.matchAll(dynamic)].map((m) => ({ target: m[1]!, typeOnly: true })),
  ].map(({ target, typeOnly }) => {
    const to = sourceOf(posix.join(posix.dirname(file), target));
    return { file: to, room: roomOf(to), typeOnly };
  });
  return { file, room: roomOf(file), imports, text };
}

/** An import names what the compiler writes; the source may be `.ts` or `.tsx`. */
function sourceOf(file: string): string {
  const page = file.replace(/\.js$/, '.tsx');
  return existsSync(join(src, page)) ? page : file.replace(/\.js$/, '.ts');
}

function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file;
}
