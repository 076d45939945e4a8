/**
 * One bundled tool on a few lines: its name, its description, then a line for each parameter, as
 * `name! type: description`, where `!` marks a required one. Types: string, number, integer (with an
 * optional range, `integer(1..50)`), boolean, `string[]`, `enum(a|b)`.
 */
import type { ToolDef } from '../../types/catalog.js';

export type ToolLine = [name: string, description: string, ...parameters: string[]];

const PARAMETER = /^(\w+)(!?) (\w+)(\[\])?(?:\((.*?)\))?: (.+)$/;

export function buildTool([name, description, ...parameters]: ToolLine): ToolDef {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const line of parameters) {
    const [, key, needed, type, list, detail, text] = PARAMETER.exec(line) ?? [];
    if (key === undefined || type === undefined)
      throw new Error(`bundled tool ${name}: cannot read "${line}"`);
    properties[key] = { ...parameterType(type, list !== undefined, detail), description: text };
    if (needed === '!') required.push(key);
  }
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}

function parameterType(type: string, list: boolean, detail: string | undefined): Record<string, unknown> {
  if (list) return { type: 'array', items: { type } };
  if (detail === undefined) return { type };
  if (type === 'enum') return { type: 'string', enum: detail.split('|') };
  const [minimum, maximum] = detail.split('..').map(Number);
  return { type, minimum, maximum };
}
