/**
 * The text of a benchmark → a checked spec. Unknown keys, missing ones and names that the catalogue does
 * not have are problems with a place each; all of them come in one `bench-spec` error.
 */
import { catalogsIn } from '../catalog/read-catalog.js';
import { readYamlSource } from '../source/yaml-source.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { BenchSpec, Intent, Mutation } from './spec.js';
import { createReader, type Path, refusal, type SpecReader, suggest } from './spec-reader.js';

const MAX_BYTES = 32_000_000;
const KINDS = ['blank', 'genericize', 'truncate', 'drop_keyword'] as const;

/** `read` is given the `catalog_path:` of the spec and returns the text of that file. */
export async function parseBenchSpec(
  text: string,
  file: string,
  read: (path: string) => Promise<string>,
): Promise<BenchSpec> {
  const source = readYamlSource(text, MAX_BYTES);
  if (source.problems.length > 0) throw refusal(file, source.problems);
  const reader = createReader(source);
  const document = reader.object(source.value, [], ['catalog', 'catalog_path', 'intents', 'mutations']);
  const catalog = await readTools(reader, document, read);
  const names = new Set(catalog.tools.map((tool) => tool.name));
  const intents = readIntents(reader, document, names);
  const mutations = readMutations(reader, document, names);
  if (reader.problems.length > 0) throw refusal(file, reader.problems);
  return { catalog, intents, mutations };
}

async function readTools(
  reader: SpecReader,
  document: Record<string, unknown>,
  read: (path: string) => Promise<string>,
): Promise<Catalog> {
  const nothing: Catalog = { server: 'catalog', tools: [] };
  const [inline, path] = [ownValue(document, 'catalog'), ownValue(document, 'catalog_path')];
  if ((inline === undefined) === (path === undefined)) {
    reader.complain([], 'give the tools either inline under `catalog:` or as a file with `catalog_path:`');
    return nothing;
  }
  const at: Path = [inline === undefined ? 'catalog_path' : 'catalog'];
  if (inline === undefined && (typeof path !== 'string' || path.trim() === '')) {
    reader.complain(at, '`catalog_path` is the path of a saved catalogue');
    return nothing;
  }
  let value = inline;
  try {
    if (inline === undefined) value = parsed(await read(path as string), path as string);
    const tools = catalogsIn(value, 'catalog').flatMap((catalog) => catalog.tools);
    if (tools.length === 0) reader.complain(at, 'the catalogue has no tools');
    const nameless = tools.findIndex((tool) => typeof ownValue(tool, 'name') !== 'string');
    if (nameless !== -1) reader.complain(at, `tool ${nameless + 1} of the catalogue has no name`);
    return { server: 'catalog', tools: tools.filter(isNamed) };
  } catch (error) {
    const why = inline === undefined ? (error as Error).message : 'there is no list of tools in it';
    reader.complain(at, `the catalogue cannot be read: ${clip(oneLine(why), 200)}`);
    return nothing;
  }
}

function isNamed(tool: ToolDef): boolean {
  return typeof ownValue(tool, 'name') === 'string';
}

/** JSON as fast as JSON is read; YAML where it is none. */
function parsed(text: string, path: string): unknown {
  if (!/\.ya?ml$/i.test(path)) return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  const source = readYamlSource(text, MAX_BYTES);
  const [problem] = source.problems;
  if (problem !== undefined) throw new Error(problem.message);
  return source.value;
}

function readIntents(reader: SpecReader, document: Record<string, unknown>, names: Set<string>): Intent[] {
  const list = ownValue(document, 'intents');
  if (!Array.isArray(list) || list.length === 0) {
    reader.complain(['intents'], '`intents` is a list of requests, each with `query` and `gold`');
    return [];
  }
  return list.map((entry, i) => {
    const at: Path = ['intents', i];
    const intent = reader.object(entry, at, ['query', 'gold']);
    const query = reader.text(intent, at, 'query', 'the request as a user would put it');
    const gold = ownValue(intent, 'gold');
    const listed = typeof gold === 'string' ? [gold] : gold;
    if (!Array.isArray(listed) || listed.length === 0) {
      reader.complain([...at, 'gold'], '`gold` lists the names of the tools that are a correct pick');
      return { query, gold: [] };
    }
    for (const [j, name] of listed.entries()) reader.known(name, [...at, 'gold', j], names);
    return { query, gold: listed.map(String) };
  });
}

function readMutations(
  reader: SpecReader,
  document: Record<string, unknown>,
  names: Set<string>,
): Mutation[] {
  const list = ownValue(document, 'mutations') ?? [];
  if (!Array.isArray(list)) {
    reader.complain(['mutations'], '`mutations` is a list, each with `tool` and `kind`');
    return [];
  }
  return list.flatMap((entry, i): Mutation[] => {
    const at: Path = ['mutations', i];
    const mutation = reader.object(entry, at, ['tool', 'kind', 'chars', 'word']);
    const named = ownValue(mutation, 'tool');
    // Any name that the catalogue has will do, even one of white space.
    const tool = typeof named === 'string' ? named : reader.text(mutation, at, 'tool', 'the tool to damage');
    if (typeof named === 'string') reader.known(tool, [...at, 'tool'], names);
    const kind = ownValue(mutation, 'kind');
    if (!KINDS.includes(kind as Mutation['kind'])) {
      reader.complain([...at, 'kind'], `\`kind\` is one of ${KINDS.join(', ')}${suggest(kind, KINDS)}`);
      return [];
    }
    const stray = { chars: kind !== 'truncate', word: kind !== 'drop_keyword' };
    for (const key of ['chars', 'word'] as const) {
      if (stray[key] && ownValue(mutation, key) !== undefined)
        reader.complain([...at, key], `\`${key}\` has no meaning for ${kind}`);
    }
    if (kind === 'truncate') return [{ tool, kind, chars: reader.count(mutation, at, 'chars') }];
    if (kind !== 'drop_keyword') return [{ tool, kind: kind as 'blank' | 'genericize' }];
    return [{ tool, kind, word: reader.text(mutation, at, 'word', 'the word to take out') }];
  });
}
