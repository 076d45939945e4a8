/**
 * `Mcp-Param-*` headers of the stateless era: a tool's input schema may ask that an argument be repeated in
 * a header (`x-mcp-header`), and a server refuses calls that leave it out. Only what `tools/list` has shown
 * can be honoured; a declaration that is not allowed is reported and sets no header.
 */
import { isObject, own } from '../util/plain.js';
import type { FaultLog } from './fault-log.js';
import { show } from './show.js';
import type { Message } from './transport.js';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const ALLOWED_TYPES = ['string', 'integer', 'boolean'];
const MAX_DEPTH = 32;

interface Declared {
  path: string[];
  header: string;
}

export class ParamHeaders {
  /** Whether a catalogue has been seen at all. */
  learned = false;
  private readonly byTool = new Map<string, Declared[]>();

  learn(tools: readonly Record<string, unknown>[], faults: FaultLog): void {
    this.learned = true;
    for (const tool of tools) {
      const found: Declared[] = [];
      const problem = collect(tool.inputSchema, [], found);
      if (problem)
        faults.add(
          'bad-param-header',
          `the tool ${show(tool.name)} has an x-mcp-header that is not allowed: ${problem}`,
        );
      if (found.length && typeof tool.name === 'string') this.byTool.set(tool.name, found);
    }
  }

  /** Header names and values for one message; values are not yet encoded. */
  of(message: Message): [string, string][] {
    if (message.method !== 'tools/call') return [];
    const declared = this.byTool.get(String(own(message.params, 'name'))) ?? [];
    return declared.flatMap(({ path, header }) => {
      const value = path.reduce<unknown>((node, key) => own(node, key), own(message.params, 'arguments'));
      const sendable = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
      return sendable ? [[`Mcp-Param-${header}`, String(value)] as [string, string]] : [];
    });
  }
}

function collect(schema: unknown, path: string[], found: Declared[]): string | undefined {
  const properties = own(schema, 'properties');
  if (!isObject(properties) || path.length >= MAX_DEPTH) return undefined;
  let problem: string | undefined;
  for (const [key, child] of Object.entries(properties)) {
    const at = [...path, key];
    const header = own(child, 'x-mcp-header');
    if (header !== undefined) {
      const wrong = wrongWith(header, own(child, 'type'), found);
      if (wrong) problem ??= `${show(at.join('.'))} ${wrong}`;
      else found.push({ path: at, header: header as string });
    }
    const below = collect(child, at, found);
    problem ??= below;
  }
  return problem;
}

function wrongWith(header: unknown, type: unknown, found: Declared[]): string | undefined {
  if (typeof header !== 'string' || !TOKEN.test(header))
    return `names ${show(header)}, which is no header token`;
  if (!ALLOWED_TYPES.includes(type as string)) return `has the type ${show(type)}`;
  const twice = found.some((each) => each.header.toLowerCase() === header.toLowerCase());
  return twice ? `repeats the header ${show(header)}` : undefined;
}
