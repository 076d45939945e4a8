/** The tables of docs/reference/envelope.md, made from the schema; the text around them is written by hand. */
import { readFileSync } from 'node:fs';
import { ENVELOPE_SCHEMA } from '../../src/envelope/schema.js';
import type { SchemaNode } from '../../src/envelope/schema-parts.js';

const PAGE = new URL('../../docs/reference/envelope.md', import.meta.url);
const BEGIN = '<!-- made: fields -->';
const END = '<!-- end: fields -->';

export function envelopeReference(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const after = rest.slice(rest.indexOf(END) + END.length);
  return `${before}${BEGIN}\n${sections().join('\n')}\n${END}${after}`;
}

type Part = [path: string, node: SchemaNode];

/** The envelope first, then what it holds, level by level; what stands at two places is told once. */
function sections(): string[] {
  const out: string[] = [];
  const told = new Set<SchemaNode>();
  let level: Part[] = [['', ENVELOPE_SCHEMA]];
  while (level.length > 0) {
    const fresh = level.filter(
      ([, node], at) => !told.has(node) && level.findIndex((part) => part[1] === node) === at,
    );
    for (const [path, node] of fresh) {
      told.add(node);
      out.push(section(path, node));
    }
    level = fresh.flatMap(partsOf);
  }
  return out;
}

function partsOf([path, node]: Part): Part[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]): Part[] => {
    const inner = child.items ?? child;
    const at = `${path === '' ? '' : `${path}.`}${key}${child.items ? '[]' : ''}`;
    return inner.properties ? [[at, inner]] : [];
  });
}

function section(path: string, node: SchemaNode): string {
  const rows = Object.entries(node.properties ?? {}).map(([key, child]) => {
    const mark = node.required?.includes(key) ? '' : ' ?';
    return `| \`${key}\`${mark} | ${typeOf(child)} | ${cell(child.description ?? '')} |`;
  });
  const title = path === '' ? '## The envelope' : `## \`${path}\``;
  return [
    title,
    '',
    node.description ?? '',
    '',
    '| field | type | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function typeOf(node: SchemaNode): string {
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.enum) return node.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (node.type === 'array') return `list of ${plural(node.items)}`;
  if (node.additionalProperties) return `map to ${typeOf(node.additionalProperties)}`;
  return nameOf(node.type);
}

function plural(items: SchemaNode | undefined): string {
  const name = items === undefined ? 'anything' : typeOf(items);
  return name === 'object' ? 'objects' : name;
}

function nameOf(type: SchemaNode['type']): string {
  const names: Record<string, string> = { string: 'text', boolean: 'true or false', integer: 'whole number' };
  return typeof type === 'string' ? (names[type] ?? type) : 'anything';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
