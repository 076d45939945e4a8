/**
 * A parsed `mock_server:` block → a manifest, or every problem it has. Matchers of `when:` are left as
 * they stand: they need `match/`, which is loaded only for a manifest that has some.
 */
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import type { Manifest, MockPrompt, MockResource, MockResourceTemplate } from './manifest.js';
import { type ManifestProblem, ManifestReader, type Path } from './manifest-reader.js';
import { readCompletion, readCompletions, readExtensions, readRequest } from './protocol/read-protocol.js';
import { readAsk } from './read-ask.js';
import { readFault } from './read-faults.js';
import { type RawTool, readTool } from './read-tool.js';
import { readShown, SHOWN } from './shown.js';
import { templateProblems } from './template.js';
import { parseUriTemplate } from './uri-template.js';

const keys = (...names: string[]): ReadonlySet<string> => new Set(names);
const TOP = keys('mock_server', '$schema');
const SERVER = keys(
  'name',
  'version',
  'instructions',
  'protocol',
  'page_size',
  'tools',
  'resources',
  'resource_templates',
  'prompts',
  'faults',
  'counters',
  'requests',
  'extensions',
);
const RESOURCE = keys('uri', 'name', 'mime_type', 'mimeType', 'size', 'text', 'blob', ...SHOWN);
const TEMPLATE = keys(
  'uri_template',
  'uriTemplate',
  'name',
  'mime_type',
  'mimeType',
  'text',
  'complete',
  ...SHOWN,
);
const PROMPT = keys('name', 'arguments', 'messages', 'ask', ...SHOWN);
const ARGUMENT = keys('name', 'title', 'description', 'required', 'complete');
const MESSAGE = keys('role', 'text', 'content');

export interface RawManifest extends Omit<Manifest, 'tools'> {
  tools: RawTool[];
}

export function readManifest(value: unknown): { manifest: RawManifest; problems: ManifestProblem[] } {
  const reader = new ManifestReader();
  const top = reader.object(value, [], TOP) ?? {};
  const path = ['mock_server'];
  if (!Object.hasOwn(top, 'mock_server')) reader.report([], '"mock_server" is missing');
  const server = Object.hasOwn(top, 'mock_server')
    ? (reader.object(top.mock_server, path, SERVER) ?? {})
    : {};
  const each = <T>(
    key: string,
    read: (item: unknown, path: Path, reader: ManifestReader) => T | undefined,
  ): T[] => reader.list(server, key, path).flatMap((item, i) => read(item, [...path, key, i], reader) ?? []);

  const protocol = ownValue(server, 'protocol') ?? 'both';
  if (protocol !== 'both' && protocol !== 'legacy' && protocol !== 'modern') {
    reader.report([...path, 'protocol'], '"protocol" must be both, legacy or modern');
  }
  const pageSize = ownValue(server, 'page_size');
  if (pageSize !== undefined && !(Number.isSafeInteger(pageSize) && (pageSize as number) > 0)) {
    reader.report([...path, 'page_size'], '"page_size" must be a whole number above 0');
  }
  const counters = readCounters(server, path, reader);
  const version = ownValue(server, 'version');
  const manifest = omitUndefined<RawManifest>({
    name: reader.text(server, 'name', path) ?? 'mock',
    // `version: 1.2` is a number to YAML and a version to everybody else.
    version:
      typeof version === 'number' ? String(version) : (reader.text(server, 'version', path) ?? '0.0.0'),
    instructions: reader.text(server, 'instructions', path),
    protocol: protocol as Manifest['protocol'],
    page_size: pageSize as number | undefined,
    tools: each('tools', readTool),
    resources: each('resources', readResource),
    resource_templates: each('resource_templates', readTemplate),
    prompts: each('prompts', readPrompt),
    faults: each('faults', readFault),
    counters,
    requests: each('requests', readRequest),
    extensions: readExtensions(server, path, reader),
  });
  refuseTwins(
    reader,
    [...path, 'tools'],
    manifest.tools.map((tool) => tool.def.name),
  );
  refuseTwins(
    reader,
    [...path, 'resources'],
    manifest.resources.map((resource) => resource.def.uri),
  );
  refuseTwins(
    reader,
    [...path, 'prompts'],
    manifest.prompts.map((prompt) => prompt.def.name),
  );
  return { manifest, problems: reader.problems };
}

function refuseTwins(reader: ManifestReader, path: Path, names: string[]): void {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    if (name !== '' && seen.has(name)) reader.report([...path, i], `"${name}" is declared twice`);
    seen.add(name);
  }
}

function readCounters(
  server: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Record<string, number> {
  const counters: Record<string, number> = Object.create(null);
  for (const [name, value] of Object.entries(reader.map(server, 'counters', path) ?? {})) {
    if (typeof value === 'number') counters[name] = value;
    else reader.report([...path, 'counters', name], 'a counter starts at a number');
  }
  reader.counters = new Set(Object.keys(counters));
  return counters;
}

function readResource(item: unknown, path: Path, reader: ManifestReader): MockResource | undefined {
  const from = reader.object(item, path, RESOURCE);
  if (!from) return undefined;
  const uri = reader.requiredText(from, 'uri', path);
  const text = reader.text(from, 'text', path);
  const blob = reader.text(from, 'blob', path);
  if ((text === undefined) === (blob === undefined))
    reader.report(path, 'a resource has either "text" or "blob"');
  const mime = reader.text(from, reader.spelling(from, ['mime_type', 'mimeType'], path), path);
  const size = ownValue(from, 'size');
  return {
    def: omitUndefined({
      uri,
      name: reader.text(from, 'name', path) ?? uri,
      ...readShown(from, path, reader),
      mimeType: mime,
      size: typeof size === 'number' ? size : undefined,
    }),
    body: blob === undefined ? { text: text ?? '' } : { blob },
  };
}

function readTemplate(item: unknown, path: Path, reader: ManifestReader): MockResourceTemplate | undefined {
  const from = reader.object(item, path, TEMPLATE);
  if (!from) return undefined;
  const key = reader.spelling(from, ['uri_template', 'uriTemplate'], path);
  const uriTemplate = reader.requiredText(from, key, path);
  const parsed = uriTemplate === '' ? '' : parseUriTemplate(uriTemplate);
  if (typeof parsed === 'string' && parsed !== '') reader.report([...path, key], parsed);
  const text = reader.requiredText(from, 'text', path);
  for (const problem of templateProblems(text, ['params'])) reader.report([...path, 'text'], problem.message);
  const mime = reader.text(from, reader.spelling(from, ['mime_type', 'mimeType'], path), path);
  return {
    def: omitUndefined({
      uriTemplate,
      name: reader.text(from, 'name', path) ?? uriTemplate,
      ...readShown(from, path, reader),
      mimeType: mime,
    }),
    text,
    complete: readCompletions(from, path, reader),
  };
}

function readPrompt(item: unknown, path: Path, reader: ManifestReader): MockPrompt | undefined {
  const from = reader.object(item, path, PROMPT);
  if (!from) return undefined;
  const required: string[] = [];
  const complete: MockPrompt['complete'] = Object.create(null);
  const args = reader.list(from, 'arguments', path).flatMap((entry, i) => {
    const at = [...path, 'arguments', i];
    const argument = reader.object(entry, at, ARGUMENT);
    if (!argument) return [];
    const name = reader.requiredText(argument, 'name', at);
    if (reader.flag(argument, 'required', at)) required.push(name);
    const completion = readCompletion(argument.complete, [...at, 'complete'], reader);
    if (completion) complete[name] = completion;
    const { complete: _complete, ...shown } = argument;
    return [{ ...shown, name }];
  });
  return {
    def: omitUndefined({
      name: reader.requiredText(from, 'name', path),
      ...readShown(from, path, reader),
      arguments: args.length > 0 ? args : undefined,
    }),
    required,
    complete,
    ask: readAsk(from, path, reader),
    messages: reader
      .list(from, 'messages', path)
      .flatMap((entry, i) => readMessage(entry, [...path, 'messages', i], reader)),
  };
}

function readMessage(item: unknown, path: Path, reader: ManifestReader): MockPrompt['messages'] {
  const from = reader.object(item, path, MESSAGE);
  if (!from) return [];
  const role = ownValue(from, 'role') ?? 'user';
  if (role !== 'user' && role !== 'assistant')
    reader.report([...path, 'role'], '"role" must be user or assistant');
  const text = reader.text(from, 'text', path);
  const content = ownValue(from, 'content');
  if ((text === undefined) === (content === undefined))
    reader.report(path, 'a message has either "text" or "content"');
  if (content !== undefined && !isObject(content))
    reader.report([...path, 'content'], '"content" must be a map');
  const body = text === undefined ? content : { type: 'text', text };
  for (const problem of templateProblems(body, ['args', 'asked'])) {
    const inside = text === undefined ? ['content', ...problem.path] : ['text'];
    reader.report([...path, ...inside], problem.message);
  }
  return [{ role: String(role), content: body }];
}
