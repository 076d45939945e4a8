/** Look-alikes of a real tool: the same schema, almost its name, almost its description. */
import type { ToolDef } from '../types/catalog.js';

interface Variant {
  rename: (name: string) => string;
  describe: (text: string) => string;
}

const VARIANTS: Variant[] = [
  { rename: (name) => `${name}_v2`, describe: (text) => `${text} Version 2, with a new response format.` },
  { rename: (name) => `${name}_internal`, describe: (text) => `${text} For use by internal services.` },
  { rename: recase, describe: (text) => `${text} Kept under this name for older clients.` },
  { rename: repluralise, describe: (text) => `${text} Handles several items in one request.` },
];

/** The look-alike of a round: `_v2`, `_internal`, casing, plural, then `_v3` and on; undefined where none differs. */
export function nearDuplicate(name: string, tool: ToolDef | undefined, round: number): ToolDef | undefined {
  const variant = VARIANTS[round] ?? numbered(round - VARIANTS.length + 3);
  const renamed = variant.rename(name);
  if (renamed === name) return undefined;
  const text =
    typeof tool?.description === 'string' && tool.description !== '' ? tool.description : plainText(name);
  return {
    name: renamed,
    description: variant.describe(/[.!?]$/.test(text) ? text : `${text}.`),
    inputSchema: tool?.inputSchema ?? { type: 'object' },
  };
}

function numbered(n: number): Variant {
  return {
    rename: (name) => `${name}_v${n}`,
    describe: (text) => `${text} Version ${n}, with a new response format.`,
  };
}

/** snake_case ⇄ camelCase; a single word gets a capital, or loses it. */
function recase(name: string): string {
  if (/[_-][A-Za-z0-9]/.test(name)) {
    return name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  }
  if (/[a-z0-9][A-Z]/.test(name)) {
    return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  }
  const first = name.charAt(0);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + name.slice(1);
}

/** The last word in the plural, or in the singular when it is a plural already. */
function repluralise(name: string): string {
  if (/[^aeiou]ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(?:x|ch|sh|ss)es$/i.test(name)) return name.slice(0, -2);
  if (/[^s]s$/i.test(name)) return name.slice(0, -1);
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:x|ch|sh|ss)$/i.test(name) ? `${name}es` : `${name}s`;
}

function plainText(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  return `Performs ${words.toLowerCase()}`;
}
