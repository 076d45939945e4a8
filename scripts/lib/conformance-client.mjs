// mcptest as the client of a conformance scenario: lists the tools of the URL at the end of its arguments, then runs a
// suite with the calls that the scenario asks for, or with one call of each tool.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { MCP_CONFORMANCE_PROTOCOL_VERSION: revision, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const url = process.argv.at(-1);
const protocol = revision >= '2026-07-28' ? 'modern' : 'legacy';
const cwd = mkdtempSync(join(tmpdir(), 'mcptest-conformance-client-'));
process.on('exit', () => rmSync(cwd, { recursive: true, force: true }));

function mcptest(...args) {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const env = { ...process.env, CONFORMANCE_SECRET: asked.client_secret };
  return spawnSync(process.execPath, [cli, ...args], { cwd, encoding: 'utf8', env });
}

const asked = JSON.parse(context ?? '{}');
const listed = mcptest('tools', url, '--protocol', protocol, '--format', 'json');
const tools = listed.status === 0 ? JSON.parse(listed.stdout).tools : [];
const echoed = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;

function sample(name, { type }) {
  if (name === 'schema') return echoed;
  if (type === 'number' || type === 'integer') return 2;
  return type === 'boolean' ? true : 'x';
}

function argsFor({ inputSchema }) {
  const properties = Object.entries(inputSchema?.properties ?? {});
  return Object.fromEntries(properties.map(([name, schema]) => [name, sample(name, schema)]));
}

const oauth = {
  grant: 'client_credentials',
  client_id: asked.client_id,
  client_secret_env: 'CONFORMANCE_SECRET',
};
const calls = asked.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argsFor(tool) }));
const suite = {
  servers: {
    it: {
      url,
      protocol,
      answers: { elicitation: [{ action: 'accept' }] },
      ...(asked.client_id && { auth: { oauth } }),
    },
  },
  compliance: [{ name: 'lists its tools', check: 'tools/list' }],
  tools: calls.map(({ name, arguments: args }, i) => ({
    name: `${i} ${name}`,
    tool: name,
    args,
    expect: [],
  })),
};
writeFileSync(join(cwd, 'mcptest.yaml'), JSON.stringify(suite));
process.stderr.write(listed.stderr + mcptest('run').stdout);
