/**
 * A file → a manifest: YAML or JSON with `mock_server:`, or a saved catalogue in any of its forms, whose
 * tools then give the generic answer. JSON never loads the YAML parser, unless to say where a problem
 * is. Whatever is wrong comes as one `mock-manifest` error that names every place.
 */
import type { Catalog } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { readUpTo } from '../util/files.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import type { Manifest } from './manifest.js';
import type { ManifestProblem } from './manifest-reader.js';
import { readManifest } from './read-manifest.js';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 64;
/** A broken file of ten thousand tools is not explained ten thousand times. */
const MAX_SHOWN = 20;

interface Place {
  line: number;
  column: number;
}

interface ParsedFile {
  value: unknown;
  place(problem: ManifestProblem): Promise<Place>;
}

export async function loadManifest(file: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readUpTo(file, MAX_BYTES);
  } catch (cause) {
    throw new McptestError({
      code: 'mock-manifest',
      message: `the mock manifest ${oneLine(file)} cannot be read: ${(cause as Error).message}`,
      hint: 'Give the path of a manifest or of a saved catalogue with --tools-from.',
      cause,
    });
  }
  return parseManifest(text, file);
}

/** As `loadManifest`, for text at hand; `file` names it in messages. */
export async function parseManifest(text: string, file: string): Promise<Manifest> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const { value, place } = await parse(source, file);
  if (tooDeep(value)) throw refusal(file, [{ line: 1, column: 1, message: 'nested too deeply' }], 1);
  const catalogue = await readAsCatalogue(value, file);
  if (catalogue) return catalogue;
  const { manifest, problems } = readManifest(value);
  const hasConditions = manifest.tools.some((tool) => tool.rules.some((rule) => rule.when));
  const { readConditions } = hasConditions ? await import('./conditions.js') : { readConditions: () => [] };
  const complete: Manifest = {
    ...manifest,
    tools: manifest.tools.map((tool) => ({
      ...tool,
      rules: tool.rules.map((rule) => ({
        ...rule,
        when: rule.when ? readConditions(rule.when, (problem) => problems.push(problem)) : [],
      })),
    })),
  };
  if (problems.length === 0) return complete;
  const places = await Promise.all(
    problems
      .slice(0, MAX_SHOWN)
      .map(async (problem) => ({ ...(await place(problem)), message: problem.message })),
  );
  places.sort((a, b) => a.line - b.line || a.column - b.column);
  throw refusal(file, places, problems.length);
}

async function parse(text: string, file: string): Promise<ParsedFile> {
  const isJson = file.toLowerCase().endsWith('.json');
  if (isJson || /^\s*[[{]/.test(text.slice(0, 1000))) {
    try {
      const value: unknown = JSON.parse(text);
      let source: ReturnType<typeof yamlSource> | undefined;
      return {
        value,
        place: async (problem) => {
          source ??= yamlSource(text);
          return (await source).place(problem.path, problem.at);
        },
      };
    } catch (error) {
      if (isJson) {
        const message = (error as Error).message;
        throw refusal(file, [{ ...placeOf(text, message), message: `not valid JSON: ${message}` }], 1);
      }
    }
  }
  const source = await yamlSource(text);
  if (source.problems.length > 0)
    throw refusal(file, source.problems.slice(0, MAX_SHOWN), source.problems.length);
  return { value: source.value, place: async (problem) => source.place(problem.path, problem.at) };
}

async function yamlSource(text: string) {
  const { readYamlSource } = await import('../source/yaml-source.js');
  return readYamlSource(text, MAX_BYTES);
}

function placeOf(text: string, message: string): Place {
  const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function refusal(file: string, places: (Place & { message: string })[], count: number): McptestError {
  const lines = places.map((p) => `  ${oneLine(`${file}:${p.line}:${p.column}: ${p.message}`)}`);
  if (count > places.length) lines.push(`  and ${count - places.length} more`);
  return new McptestError({
    code: 'mock-manifest',
    message: `the mock manifest has ${plural(count, 'problem')}:\n${lines.join('\n')}`,
    hint: 'docs/mocks.md lists every key of a manifest.',
  });
}

function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null
        ? Object.values(item).filter((v) => typeof v === 'object')
        : [],
    );
  }
  return false;
}

/** A saved catalogue, when the file holds one; what it then says stands. */
async function readAsCatalogue(value: unknown, file: string): Promise<Manifest | undefined> {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'mock_server')) return undefined;
  const listed = ownValue(value, 'tools');
  // The `tools:` of a suite are tests, each with the `tool` that it calls.
  if (Array.isArray(listed) && listed.some((entry) => typeof ownValue(entry, 'tool') === 'string')) {
    const message = 'this is a suite of tests; a manifest has `mock_server`, a catalogue has tools';
    throw refusal(file, [{ line: 1, column: 1, message }], 1);
  }
  const { catalogsIn } = await import('../catalog/read-catalog.js');
  let catalogues: Catalog[];
  try {
    catalogues = catalogsIn(value, file);
  } catch {
    return undefined;
  }
  const [catalogue] = catalogues;
  const fail = (message: string) => refusal(file, [{ line: 1, column: 1, message }], 1);
  if (catalogue === undefined || catalogues.length > 1) {
    throw fail(`the file holds the catalogues of ${catalogues.length} servers; a mock is one server`);
  }
  const { tools, server, instructions } = catalogue;
  const nameless = tools.findIndex((tool) => typeof tool.name !== 'string');
  if (nameless !== -1) throw fail(`tool ${nameless + 1} of the catalogue has no name`);
  const version = ownValue(ownValue(ownValue(value, 'initialize'), 'serverInfo'), 'version');
  return omitUndefined<Manifest>({
    name: server,
    version: typeof version === 'string' ? version : '0.0.0',
    instructions,
    protocol: 'both',
    tools: tools.map((def) => ({ def, rules: [], ask: [], announces: [], updates: [], notifies: [] })),
    resources: [],
    resource_templates: [],
    prompts: [],
    faults: [],
    counters: {},
    requests: [],
    extensions: {},
  });
}
