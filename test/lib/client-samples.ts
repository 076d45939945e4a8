/** Malformed tools, what we say of them, and what the official clients and Ajv make of them. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CLIENTS, findClient } from '../../src/compat/clients.js';
import { judgeClient } from '../../src/compat/judge.js';
import type { ToolDef } from '../../src/types/catalog.js';
import type { ClientReport } from '../../src/types/compat.js';
import { refusalBy } from './official-clients.js';

const INPUT = { type: 'object', properties: { id: { type: 'string' } } };
const tool = (more: object): ToolDef => ({
  name: 'get_order',
  description: 'Get it.',
  inputSchema: INPUT,
  ...more,
});
const input = (inputSchema: unknown): ToolDef => tool({ inputSchema });
const output = (outputSchema: unknown): ToolDef => tool({ outputSchema });
const property = (id: unknown): ToolDef => input({ type: 'object', properties: { id } });

const SAMPLES: Record<string, ToolDef> = {
  'nothing wrong': tool({}),
  'input schema missing': input(undefined),
  'input root without a type': input({ properties: {} }),
  'input root of a list of types': input({ type: ['object'] }),
  'input root anyOf': input({ anyOf: [{ type: 'object' }] }),
  'input properties null': input({ type: 'object', properties: null }),
  'input required null': input({ type: 'object', required: null }),
  'input property true': property(true),
  'input tuple items': property({ type: 'array', items: [{ type: 'string' }] }),
  'input type int': property({ type: 'int' }),
  'input boolean exclusiveMinimum': property({ type: 'number', exclusiveMinimum: true }),
  'input prefixItems': property({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
  'description null': tool({ description: null }),
  'title null': tool({ title: null }),
  'annotations null': tool({ annotations: null }),
  'name a number': tool({ name: 7 }),
  'output root array': output({ type: 'array' }),
  'output root without a type': output({ properties: {} }),
  'output dangling reference': output({ type: 'object', properties: { a: { $ref: '#/$defs/A' } } }),
  'output unknown type': output({ type: 'object', properties: { a: { type: 'strng' } } }),
  'output pattern no regex': output({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } }),
  'output draft 04': output({ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }),
  'output draft 07': output({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }),
};

interface Measured {
  what: string;
  ours: string;
  theirs: string;
}

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1' },
};
const AJV = { strict: false, logger: false, validateFormats: false } as const;

function judged(client: string, one: ToolDef): ClientReport {
  return judgeClient({ server: 's', tools: [one] }, findClient(CLIENTS, client), {
    server: 's',
    clients: CLIENTS,
  });
}

/** Everything that can be measured without leaving the machine. */
export async function measureClients(): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, one] of Object.entries(SAMPLES)) {
    for (const [line, client] of [
      ['1.x', 'mcp-sdk-1'],
      ['2.x', 'mcp-sdk-2'],
    ] as const) {
      const answers = { initialize: HELLO, 'tools/list': { tools: [JSON.parse(JSON.stringify(one))] } };
      const refused = await refusalBy(line, 'legacy', 'tools/list', answers);
      const lost = judged(client, one).findings.some(({ takes_all }) => takes_all);
      rows.push({ what: `SDK ${line}, ${name}`, ours: kept(!lost), theirs: kept(refused === undefined) });
    }
    if (!name.startsWith('input') || one.inputSchema === undefined) continue;
    for (const [client, ajv] of [
      ['vscode', new Ajv(AJV)],
      ['claude-api', new Ajv2020(AJV)],
    ] as const) {
      const isBroken = judged(client, one).findings.some(({ rule }) => rule === 'CLI-019');
      const isValid = ajv.validateSchema(one.inputSchema as object) === true;
      rows.push({
        what: `meta-schema of ${client}, ${name}`,
        ours: valid(!isBroken),
        theirs: valid(isValid),
      });
    }
  }
  return rows;
}

const kept = (is: boolean): string => (is ? 'list kept' : 'list lost');
const valid = (is: boolean): string => (is ? 'valid' : 'not valid');
