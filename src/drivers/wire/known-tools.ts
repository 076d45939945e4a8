/**
 * Which tool of which server stands behind each tool that a program presents to its model. Programs join server and
 * tool in ways of their own, replace signs, shorten names with a hash: the list in the request decides, nothing is
 * guessed. A tool that fits two, or none, is nobody's.
 */
import type { ToolDef } from '../../types/catalog.js';
import { isObject, ownValue } from '../../util/plain.js';
import type { WireTool } from './format.js';

interface Known {
  id: string;
  server: string;
  def: ToolDef;
}

/** `server.tool` → the tool as it was presented. */
export function knownTools(
  presented: readonly WireTool[],
  catalog: Readonly<Record<string, readonly ToolDef[]>>,
): Map<string, WireTool> {
  const known = Object.entries(catalog).flatMap(([server, defs]) =>
    defs.map((def): Known => ({ id: `${server}.${def.name}`, server, def })),
  );
  const found = new Map<string, WireTool>();
  const taken = new Set<WireTool>();
  for (const fits of [namedAfter, looksLike]) {
    const open = known.filter(({ id }) => !found.has(id));
    for (const tool of presented) {
      if (taken.has(tool)) continue;
      const [only, ...others] = alike(
        open.filter((one) => fits(tool, one)),
        tool,
      );
      if (only === undefined || others.length > 0 || found.has(only.id)) continue;
      found.set(only.id, tool);
      taken.add(tool);
    }
  }
  return found;
}

/** Where names leave several, what they say of themselves decides. */
function alike(fitting: Known[], tool: WireTool): Known[] {
  if (fitting.length <= 1) return fitting;
  const close = fitting.filter((one) => looksLike(tool, one));
  return close.length === 1 ? close : fitting;
}

/** A single sign between server and tool, or a bare name, may be a tool of the program's own. */
function namedAfter(tool: WireTool, { server, def }: Known): boolean {
  const { name } = def;
  const full = plain(tool.namespace === undefined ? tool.name : `${tool.namespace}__${tool.name}`);
  const is = (form: string) => full === plain(form);
  if (is(`mcp__${server}__${name}`) || is(`${server}__${name}`) || is(`mcp_${server}_${name}`)) return true;
  return (is(`${server}_${name}`) || is(name)) && (saysTheSame(tool, def) || takesTheSame(tool, def));
}

function looksLike(tool: WireTool, { def }: Known): boolean {
  return saysTheSame(tool, def) && takesTheSame(tool, def);
}

const COMPARED = 60;

function saysTheSame(tool: WireTool, def: ToolDef): boolean {
  const own = typeof def.description === 'string' ? def.description.trim() : '';
  const told = tool.description?.trim() ?? '';
  return own !== '' && told.includes(own.slice(0, COMPARED));
}

/** Programs add parameters of their own. */
function takesTheSame(tool: WireTool, def: ToolDef): boolean {
  const own = parametersOf(def.inputSchema);
  const told = new Set(parametersOf(tool.schema));
  return own.length > 0 ? own.every((name) => told.has(name)) : told.size <= 1;
}

function parametersOf(schema: unknown): string[] {
  const properties = ownValue(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Programs replace what a provider does not take in a name. */
function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9]/g, '_').toLowerCase();
}
