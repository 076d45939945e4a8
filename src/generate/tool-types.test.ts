/** Tools as TypeScript: what schemas say, and nothing that a name or a description would like to add. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';
import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import { toolTypes } from './tool-types.js';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** Throws what the compiler says. */
function compile(tools: ToolDef[], use: string): void {
  const dir = mkdtempSync(join(tmpdir(), 'mcptest-types-'));
  writeFileSync(join(dir, 'tools.d.ts'), toolTypes('notes', tools, 'mcptest types notes'));
  writeFileSync(join(dir, 'use.ts'), `import type { NotesTools } from './tools.js';\n${use}`);
  const flags = '--noEmit --strict --skipLibCheck false --module nodenext --target es2022'.split(' ');
  try {
    execFileSync(process.execPath, [tsc, ...flags, 'use.ts', 'tools.d.ts'], { cwd: dir, encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
}

function shape(text: string): { statements: number; names: string[]; errors: number } {
  const file = ts.createSourceFile('tools.d.ts', text, ts.ScriptTarget.ES2022, true);
  const [only] = file.statements;
  const names =
    only && ts.isInterfaceDeclaration(only)
      ? only.members.map((one) => (one.name as ts.StringLiteral | ts.Identifier | undefined)?.text ?? '?')
      : [];
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] };
  return { statements: file.statements.length, names, errors: parseDiagnostics.length };
}

describe('toolTypes', () => {
  it('says what the schemas say, and the compiler holds calls to it', () => {
    const tools: ToolDef[] = [
      {
        name: 'add',
        inputSchema: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            level: { enum: ['low', 'high', 3, null] },
            tags: { type: 'array', items: { type: 'string' } },
            at: { anyOf: [{ type: 'number' }, { type: 'null' }] },
            home: { $ref: '#/$defs/place' },
            tree: { $ref: '#/$defs/node' },
          },
          required: ['text'],
          $defs: {
            place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
            node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } },
          },
        },
        outputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
      { name: 'ping' },
    ];
    compile(
      tools,
      `export const right: NotesTools['add']['args'] = {
         text: 'a', level: 'low', tags: ['x'], at: null, home: { city: 'Oslo' }, tree: { child: {} },
       };
       export const id: number = ({} as NotesTools['add']['structured']).id;
       export const any: NotesTools['ping']['args'] = { whatever: 1 };
       // @ts-expect-error text is missing
       export const a: NotesTools['add']['args'] = { level: 3 };
       // @ts-expect-error there is no such level
       export const b: NotesTools['add']['args'] = { text: 'a', level: 'middle' };
       // @ts-expect-error a city is text
       export const c: NotesTools['add']['args'] = { text: 'a', home: { city: 1 } };
       // @ts-expect-error there is no such argument
       export const d: NotesTools['add']['args'] = { text: 'a', txet: 'a' };`,
    );
  });

  it('lets no name and no description out of its place', () => {
    const hostile = [
      '*/ export const stolen = 1; /*',
      '"]: never } export declare const stolen: 1; interface X { ["',
      "'; declare global { var stolen: 1 } //",
      '`${process.exit()}`',
      'a\nb\r\nc\u2028d\u2029e',
      '\u202e reversed \u2066',
      '__proto__',
      'constructor',
      '\\',
      '\\"',
      '@ts-nocheck',
      '/// <reference path="/etc/passwd" />',
      '',
      '\ud800',
      '\0',
    ];
    const tools = hostile.map((name) => ({
      name,
      description: `${name}\n@deprecated ${name}\n * @ts-ignore`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          hostile.map((key) => [key, { description: name, enum: [name], type: 'string' }]),
        ),
        required: hostile,
      },
      outputSchema: { const: name },
    }));
    const text = toolTypes(hostile.join(' '), tools as ToolDef[], `mcptest types ${hostile.join(' ')}`);
    expect(shape(text)).toEqual({ statements: 1, names: hostile, errors: 0 });
    expect(text).not.toMatch(/[\u2028\u2029\u202e\u2066\0]|^\s*\/?[*/].*@/m);
    compile(tools as ToolDef[], `export type All = NotesTools['@ts-nocheck']['structured'];`);
    expect(() => compile([{ name: 'a' }], `export type No = NotesTools['b'];`)).toThrow("'b'");
  });

  it('ends, whatever a schema refers to, and takes the first of two tools with one name', () => {
    const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ type: 'array', items: inner }), {});
    const wide = { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#' })), type: 'object' };
    const text = toolTypes(
      'n',
      [
        { name: 'a', inputSchema: deep, outputSchema: wide },
        { name: 'a', inputSchema: { type: 'string' } },
        { name: 'b', inputSchema: { $ref: '#/%' }, outputSchema: { $ref: 'https://example.com/x' } },
        {
          name: 'c',
          inputSchema: { type: ['string', 'nonsense'] },
          outputSchema: { enum: [Number.POSITIVE_INFINITY, {}] },
        },
      ] as ToolDef[],
      'x',
    );
    expect(shape(text)).toEqual({ statements: 1, names: ['a', 'b', 'c'], errors: 0 });
    expect(text.length).toBeLessThan(20_000);
  });
});
