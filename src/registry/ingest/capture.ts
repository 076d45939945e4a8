/** A catalogue → what is kept of it: definitions with their hashes, and what was left out or looks wrong. */
import { canonicalDefinition, shortHash } from '../../catalog/input-hash.js';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { IngestProblem } from '../../types/registry.js';
import { sha256 } from '../../util/hash.js';
import { ownValue } from '../../util/plain.js';
import { clip, oneLine, plural } from '../../util/text.js';

export interface CapturedTool {
  hash: string;
  name: string;
  title: string | null;
  description: string | null;
  /** Null where it is too large to be kept. */
  definition: string | null;
  bytes: number;
}

export interface Capture {
  server: string;
  /** The file, line or address that it came from. */
  source: string;
  tools: CapturedTool[];
  /** The same for the same set of definitions, in any order. */
  setHash: string;
  /** How much the server is used, where the source says so. */
  uses?: number;
}

/** A definition above this is counted and named, but neither kept nor judged. */
export const MOST_BYTES = 256 * 1024;
const MANY_TOOLS = 1000;
const LONGEST_NAME = 500;

export function captureOf(
  catalog: Catalog,
  source: string,
  told: (problem: IngestProblem) => void,
): Capture | undefined {
  const server = clean(catalog.server).trim();
  if (server === '' || server.length > LONGEST_NAME) {
    const message = server === '' ? 'a server without a name' : 'the name of the server is too long';
    told({ source, kind: 'rejected', message });
    return undefined;
  }
  const tell = (kind: IngestProblem['kind'], message: string, tool?: string): void =>
    told(tool === undefined ? { source, server, kind, message } : { source, server, tool, kind, message });
  for (const { message } of catalog.unreadable ?? []) tell('rejected', message);
  const tools = toolsOf(catalog.tools, tell);
  if (tools.length > MANY_TOOLS) tell('noted', `${plural(tools.length, 'tool')} in one server`);
  const setHash = sha256(
    tools
      .map(({ hash }) => hash)
      .sort()
      .join(' '),
  ).slice(0, 32);
  return { server, source, tools, setHash };
}

type Tell = (kind: IngestProblem['kind'], message: string, tool?: string) => void;

function toolsOf(list: readonly ToolDef[], tell: Tell): CapturedTool[] {
  const byName = new Map<string, CapturedTool>();
  for (const tool of list) {
    const captured = capturedTool(tool);
    const shown = clip(oneLine(captured.name), 80);
    if (captured.name.trim() === '' || captured.name.length > LONGEST_NAME) {
      tell(
        'rejected',
        captured.name.trim() === '' ? 'a tool without a name' : 'the name of the tool is too long',
      );
      continue;
    }
    const other = byName.get(captured.name);
    if (other !== undefined) {
      const same = other.hash === captured.hash;
      tell(
        'rejected',
        same ? 'is there twice' : 'a second tool of this name; a client can call only one',
        shown,
      );
      continue;
    }
    if (captured.definition === null)
      tell(
        'noted',
        `the definition has ${captured.bytes} bytes, more than ${MOST_BYTES}: counted, but not judged`,
        shown,
      );
    byName.set(captured.name, captured);
  }
  return [...byName.values()];
}

function capturedTool(tool: ToolDef): CapturedTool {
  const definition = canonicalDefinition(tool);
  const bytes = Buffer.byteLength(definition);
  const fits = bytes <= MOST_BYTES;
  return {
    hash: shortHash(definition),
    name: clean(textOf(tool, 'name') ?? ''),
    title: fits ? cleanOr(textOf(tool, 'title')) : null,
    description: fits ? cleanOr(textOf(tool, 'description')) : null,
    definition: fits ? definition : null,
    bytes,
  };
}

function textOf(tool: ToolDef, key: string): string | undefined {
  const value = ownValue(tool, key);
  return typeof value === 'string' ? value : undefined;
}

function cleanOr(text: string | undefined): string | null {
  return text === undefined ? null : clean(text);
}

/** PostgreSQL has no place for a NUL, and neither database for half a character. */
function clean(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}
