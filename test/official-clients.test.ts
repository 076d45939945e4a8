/**
 * The campaign of shapes: every field of every answer missing, null and of every wrong kind. The official clients from
 * npm are asked whether they take the answer, and our own rules have to say the same of each of them.
 */
import { describe, expect, it } from 'vitest';
import { refusalsOf } from '../src/shapes/refusals.js';
import type { Era } from '../src/types/connection.js';
import { type Line, META, refusalBy } from './lib/official-clients.js';

const ICONS = [{ src: 'a.png', mimeType: 'image/png', sizes: ['any'], theme: 'dark' }];
const NAMED = { name: 'one', title: 'One', description: 'Reads one.', icons: ICONS, _meta: { a: 1 } };
const ANNOTATIONS = { audience: ['user'], priority: 0.5, lastModified: '2025-01-31T12:00:00Z' };
const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
};
const RESOURCE = { ...NAMED, uri: 'a://b', mimeType: 'text/plain', size: 3, annotations: ANNOTATIONS };
const { uri: _uri, size: _size, ...TEMPLATE } = RESOURCE;
const block = (fields: object) => ({ ...fields, annotations: ANNOTATIONS, _meta: { a: 1 } });
const TEXT = { uri: 'a://b', mimeType: 'text/plain', text: 'x', _meta: { a: 1 } };
const RESULT_META = { progressToken: 1, 'io.modelcontextprotocol/related-task': { taskId: 't' }, other: 1 };

/** A whole answer to each method, with every field that there is. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  initialize: {
    _meta: RESULT_META,
    protocolVersion: '2025-11-25',
    capabilities: {
      experimental: { a: {} },
      logging: {},
      completions: {},
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      tools: { listChanged: true },
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
      extensions: { a: {} },
    },
    serverInfo: { ...NAMED, version: '1', websiteUrl: 'https://a.example' },
    instructions: 'Ask.',
  },
  'tools/list': {
    _meta: RESULT_META,
    tools: [
      {
        ...NAMED,
        inputSchema: SCHEMA,
        outputSchema: SCHEMA,
        annotations: {
          title: 'One',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        execution: { taskSupport: 'optional' },
      },
    ],
  },
  'resources/list': { _meta: RESULT_META, resources: [RESOURCE] },
  'resources/templates/list': {
    _meta: RESULT_META,
    resourceTemplates: [{ ...TEMPLATE, uriTemplate: 'a://{b}' }],
  },
  'prompts/list': {
    _meta: RESULT_META,
    prompts: [{ ...NAMED, arguments: [{ name: 'a', description: 'An a.', required: true }] }],
  },
  'tools/call': {
    _meta: RESULT_META,
    content: [
      block({ type: 'text', text: 'x' }),
      block({ type: 'image', data: 'AAAA', mimeType: 'image/png' }),
      block({ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }),
      { type: 'resource_link', ...RESOURCE },
      block({ type: 'resource', resource: TEXT }),
      block({ type: 'resource', resource: { uri: 'a://b', blob: 'AAAA' } }),
    ],
    structuredContent: { a: 'x' },
    isError: false,
  },
  'resources/read': { _meta: RESULT_META, contents: [TEXT, { uri: 'a://b', blob: 'AAAA' }] },
  'prompts/get': {
    _meta: RESULT_META,
    description: 'A prompt.',
    messages: [{ role: 'user', content: block({ type: 'text', text: 'x' }) }],
  },
};

/** Added to answers of 2026-07-28. */
const MODERN = { resultType: 'complete', ttlMs: 0, cacheScope: 'public' };

const WRONG: unknown[] = [
  undefined,
  null,
  '',
  'x',
  '2025-01-31T12:00:00',
  'A',
  7,
  -1,
  0.5,
  true,
  [],
  [null],
  {},
];

type Path = (string | number)[];

/** Every place in a value, the value itself among them. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => places((value as never)[key], [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length > 0) copy[key] = changed(copy[key], rest, to);
  else if (to === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = to === undefined ? null : to;
  return copy;
}

const LINES: Record<Era, Line[]> = { legacy: ['1.x', '2.x'], modern: ['2.x'] };

interface Verdicts {
  shape: string;
  theirs: Line[];
  ours: Line[];
}

async function hold(method: string, era: Era, result: unknown, shape: string): Promise<Verdicts> {
  const open = { ...ANSWERS.initialize, capabilities: { tools: {}, resources: {}, prompts: {} } };
  const hello = era === 'legacy' ? { initialize: open } : { 'server/discover': DISCOVERED };
  const answers = { ...hello, [method]: result };
  const theirs: Line[] = [];
  for (const line of LINES[era])
    if ((await refusalBy(line, era, method, answers)) !== undefined) theirs.push(line);
  const told = refusalsOf(method, result, era);
  return {
    shape,
    theirs,
    ours: LINES[era].filter((line) => told.some(({ clients }) => clients.includes(line))),
  };
}

const DISCOVERED = {
  ...MODERN,
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: 'Ask.',
  _meta: META,
};

const CAMPAIGN: [Era, string, Record<string, unknown>][] = [
  ...Object.entries(ANSWERS).map(([method, answer]): [Era, string, Record<string, unknown>] => [
    'legacy',
    method,
    answer,
  ]),
  ['modern', 'server/discover', DISCOVERED],
  ...Object.entries(ANSWERS)
    .slice(1)
    .map(([method, { _meta, ...answer }]): [Era, string, Record<string, unknown>] => [
      'modern',
      method,
      { ...answer, ...MODERN, _meta: META },
    ]),
];

/** Which revisions are spoken is for the handshake to find out, and not a matter of shape. */
function isVersion([key]: Path, value: unknown): boolean {
  const names = key === 'protocolVersion' || key === 'supportedVersions';
  return names && (typeof value === 'string' || (Array.isArray(value) && value.length === 0));
}

/** Whether a schema compiles is for SCH-005 to say; see below. */
function isSchemaWithin(path: Path): boolean {
  return (
    path.includes('outputSchema') &&
    path.length > path.indexOf('properties') + 2 &&
    path.includes('properties')
  );
}

describe('the official clients and our rules say the same of', () => {
  it.each(CAMPAIGN)('%s %s', async (era, method, answer) => {
    expect(await hold(method, era, answer, 'whole')).toEqual({ shape: 'whole', theirs: [], ours: [] });
    const disagreed: Verdicts[] = [];
    let shapes = 0;
    for (const whole of [{}, [], null, 'x', 7]) {
      const verdicts = await hold(method, era, whole, JSON.stringify(whole));
      if (verdicts.theirs.join() !== verdicts.ours.join()) disagreed.push(verdicts);
    }
    const fields = [...places(answer).slice(1), ...(method.endsWith('/list') ? [['nextCursor']] : [])];
    for (const path of fields.filter((one) => !isSchemaWithin(one))) {
      for (const wrong of WRONG.filter((one) => !isVersion(path, one))) {
        const shape = `${path.join('.')} = ${JSON.stringify(wrong)}`;
        const verdicts = await hold(method, era, changed(answer, path, wrong), shape);
        shapes += 1;
        if (verdicts.theirs.join() !== verdicts.ours.join()) disagreed.push(verdicts);
      }
    }
    expect(shapes).toBeGreaterThan(40);
    expect(disagreed).toEqual([]);
  });
});
