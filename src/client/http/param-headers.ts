/**
 * `Mcp-Param-*` headers of the stateless era: a tool's input schema may ask that an argument be repeated in
 * a header (`x-mcp-header`), and a server refuses calls that leave it out. A tool with a declaration that is
 * not allowed is reported and left out: it stays in the listing as evidence, but is not called.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { FaultLog } from '../session/fault-log.js';
import type { Message } from '../session/transport.js';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const ALLOWED_TYPES = ['string', 'integer', 'boolean'];
const MAX_DEPTH = 32;

interface HeaderDeclaration {
  path: string[];
  header: string;
}

export class ParamHeaders {
  /** Whether a catalogue has been seen at all. */
  learned = false;
  private readonly byTool = new Map<string, HeaderDeclaration[]>();
  private readonly leftOut = new Map<unknown, string>();

  /** The names of the tools that a client has to leave out. */
  learn(tools: readonly Record<string, unknown>[], faults: FaultLog): string[] {
    this.learned = true;
    this.leftOut.clear();
    for (const tool of tools) {
      if (typeof tool.name !== 'string') continue;
      const found: HeaderDeclaration[] = [];
      const problem = collect(tool.inputSchema, [], found);
      this.byTool.set(tool.name, found);
      if (problem === undefined) continue;
      const message = `the tool ${show(tool.name)} has an x-mcp-header that is not allowed: ${problem}`;
      faults.add('bad-param-header', message);
      this.leftOut.set(tool.name, message);
    }
    return [...this.leftOut.keys()] as string[];
  }

  /** Why this tool is not called. */
  refusal(tool: unknown): string | undefined {
    const problem = this.leftOut.get(tool);
    return problem === undefined ? undefined : `${problem}; clients leave it out, so it was not called`;
  }

  /** Header names and values for one message; values are not yet encoded. */
  of(message: Message): [string, string][] {
    if (message.method !== 'tools/call') return [];
    const declared = this.byTool.get(String(ownValue(message.params, 'name'))) ?? [];
    return declared.flatMap(({ path, header }) => {
      const value = path.reduce<unknown>(
        (node, key) => ownValue(node, key),
        ownValue(message.params, 'arguments'),
      );
      const sendable = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
      return sendable ? [[`Mcp-Param-${header}`, String(value)] as [string, string]] : [];
    });
  }
}

function collect(schema: unknown, path: string[], found: HeaderDeclaration[]): string | undefined {
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties) || path.length >= MAX_DEPTH) return undefined;
  let problem: string | undefined;
  for (const [key, child] of Object.entries(properties)) {
    const at = [...path, key];
    const header = ownValue(child, 'x-mcp-header');
    if (header !== undefined) {
      const wrong = wrongWith(header, ownValue(child, 'type'), found);
      if (wrong) problem ??= `${show(at.join('.'))} ${wrong}`;
      else found.push({ path: at, header: header as string });
    }
    const below = collect(child, at, found);
    problem ??= below;
  }
  return problem;
}

function wrongWith(header: unknown, type: unknown, found: HeaderDeclaration[]): string | undefined {
  if (typeof header !== 'string' || !TOKEN.test(header))
    return `names ${show(header)}, which is not a header token`;
  if (!ALLOWED_TYPES.includes(type as string)) return `has the type ${show(type)}`;
  const twice = found.some((each) => each.header.toLowerCase() === header.toLowerCase());
  return twice ? `repeats the header ${show(header)}` : undefined;
}
