/** The API described for machines, OpenAPI 3.1. A test holds every answer against it. */
import { TIERS } from '../../tdqs/tiers.js';
import { VERSION } from '../../util/version.js';
import { COMPONENTS } from './openapi-schemas.js';
import {
  FEW_ITEMS,
  LONGEST_QUESTION,
  MOST_ITEMS,
  SERVER_FLAGS,
  SERVER_SORTS,
  SORTS,
  TOOL_FLAGS,
} from './params.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const Q = {
  name: 'q',
  in: 'query',
  description: 'Words that all must be there; `ord*` is every word that begins so.',
  schema: { type: 'string', maxLength: LONGEST_QUESTION },
};
const TIER = { name: 'tier', in: 'query', schema: { enum: TIERS } };
const LIMIT = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: MOST_ITEMS, default: FEW_ITEMS },
};
const CURSOR = {
  name: 'cursor',
  in: 'query',
  description: '`next_cursor` of the page before, with the same parameters.',
  schema: { type: 'string' },
};
const NAME = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name of a server; a slash in it is %2F.',
  schema: { type: 'string' },
};
const TOOL_NAME = { name: 'tool', in: 'path', required: true, schema: { type: 'string' } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const SMELL = {
  name: 'smell',
  in: 'query',
  description: 'A dimension below 3; given several times, all of them.',
  schema: { type: 'array', items: ref('Dimension') },
};

const sort = (values: readonly string[]) => ({
  name: 'sort',
  in: 'query',
  schema: { enum: values, default: values[0] },
});
const flag = (values: readonly string[]) => ({
  name: 'flag',
  in: 'query',
  schema: { type: 'array', items: { enum: values } },
});
const version = (name: string) => ({
  name,
  in: 'query',
  required: true,
  description: 'The number of a capture.',
  schema: { type: 'integer', minimum: 1 },
});

const PROBLEM = { content: { 'application/problem+json': { schema: ref('Problem') } } };

function get(summary: string, schema: string, parameters: readonly object[]) {
  return {
    get: {
      summary,
      parameters,
      responses: {
        200: {
          description: summary,
          headers: { ETag: { schema: { type: 'string' } } },
          content: { 'application/json': { schema: ref(schema) } },
        },
        304: { description: 'The answer is the one that If-None-Match names.' },
        400: { description: 'A parameter is wrong.', ...PROBLEM },
        404: { description: 'There is no such thing.', ...PROBLEM },
      },
    },
  };
}

const TOOL_FILTERS = [Q, TIER, SMELL, flag(TOOL_FLAGS), sort(SORTS), LIMIT, CURSOR];

export function openApi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'A registry of MCP servers and how well their tools are described (TDQS)',
      version: VERSION,
      description: 'Read-only. Every answer has an ETag; what cannot be answered is a problem document.',
    },
    paths: {
      '/v1/servers': get('Servers, ranked by their score', 'ServerList', [
        Q,
        TIER,
        flag(SERVER_FLAGS),
        sort(SERVER_SORTS),
        LIMIT,
        CURSOR,
      ]),
      '/v1/servers/{name}': get('A server with its breakdown and history', 'Server', [NAME]),
      '/v1/servers/{name}/tools': get('The tools of a server, ranked', 'ToolList', [NAME, ...TOOL_FILTERS]),
      '/v1/servers/{name}/tools/{tool}': get('A current tool of a server', 'Tool', [NAME, TOOL_NAME]),
      '/v1/servers/{name}/diff': get('What changed between two captures', 'Diff', [
        NAME,
        version('from'),
        version('to'),
      ]),
      '/v1/servers/{name}/badge.svg': {
        get: {
          summary: 'The score as a badge',
          parameters: [NAME],
          responses: {
            200: { description: 'SVG', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
            404: { description: 'There is no such server.', ...PROBLEM },
          },
        },
      },
      '/v1/tools': get('Tools, ranked by their score', 'ToolList', [
        ...TOOL_FILTERS,
        { name: 'server', in: 'query', schema: { type: 'string' } },
      ]),
      '/v1/tools/{id}': get('A definition, also one of an earlier capture', 'Tool', [ID]),
      '/v1/stats': get('The figures of the whole registry, at most a minute old', 'Stats', []),
    },
    components: { schemas: COMPONENTS },
  };
}
