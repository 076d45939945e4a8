/** The keys inside the blocks of a suite, from the published schema, and the files that declare them. */
import { METRIC_BLOCKS } from '../../../src/metrics/blocks.js';
import { suiteJsonSchema } from '../../../src/suite/schema.js';
import { type SourceFile, visit } from '../shape/source-files.js';
import type { Sources, Word } from './words.js';

const FOLDERS = /^src\/(suite\/blocks|metrics\/schemas)\//;
/** Matchers and top-level keys have tables of their own. */
const ELSEWHERE = ['matcher', 'profiles'];

export function innerKeys(sources: Sources): Word[] {
  const { $defs, properties } = suiteJsonSchema() as Record<'$defs' | 'properties', object>;
  const keys = new Set<string>();
  for (const [name, schema] of [...Object.entries($defs), ...Object.entries(properties)])
    if (!ELSEWHERE.includes(name)) collectKeys(schema, keys);
  for (const block of METRIC_BLOCKS) keys.delete(block);
  const files = [...sources].filter(([file]) => FOLDERS.test(file));
  const declared = files.map(([file, source]) => [file, declaredKeys(source)] as const);
  return [...keys].sort().map((word) => ({
    word,
    files: declared.filter(([, names]) => names.has(word)).map(([file]) => file),
  }));
}

function collectKeys(schema: unknown, keys: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) keys.add(name);
    collectKeys(value, keys);
  }
}

/** Keys whose value is a shape: a call that makes one, or the name of one. Issues and patterns are no shapes. */
function declaredKeys({ program }: SourceFile): Set<string> {
  const names = new Set<string>();
  visit(program, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const properties = node.properties.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier'
        ? [{ name: each.key.name, value: each.value }]
        : [],
    );
    if (
      properties.some(
        ({ name, value }) => ['path', 'expression'].includes(name) && value.type !== 'CallExpression',
      )
    )
      return;
    for (const { name, value } of properties)
      if (['CallExpression', 'Identifier'].includes(value.type)) names.add(name);
  });
  return names;
}
