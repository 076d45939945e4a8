/** Three real servers that the loop is worked on, each with something in it that an agent can judge. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../test/lib/cli.js';

export interface LoopServer {
  name: string;
  workspace: string;
  /** How a call names it. */
  target: { command: string[]; env?: Record<string, string> };
  /** The tools whose answers are pinned. */
  observed: { tool: string; args: Record<string, unknown> }[];
  /** What the agent takes for right in the last of them, though the server is: its own mistake, to be found and mended. */
  mistake: { right: string; wrong: string };
}

const program = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

export function loopServers(): LoopServer[] {
  return [everything(), filesystem(), memory()];
}

function everything(): LoopServer {
  return {
    name: 'everything',
    workspace: workspaceFor('everything'),
    target: { command: ['node', program('everything'), 'stdio'] },
    observed: [
      { tool: 'echo', args: { message: 'hello' } },
      { tool: 'get-structured-content', args: { location: 'New York' } },
      { tool: 'get-sum', args: { a: 19, b: 23 } },
    ],
    mistake: { right: '19 and 23 is 42', wrong: '19 and 23 is 43' },
  };
}

function filesystem(): LoopServer {
  const workspace = workspaceFor('filesystem');
  const files = join(workspace, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'tides.txt'), 'high 06:12\nlow 12:31\nhigh 18:40\n');
  writeFileSync(join(files, 'harbour.txt'), 'The harbour opened in 1950.\n');
  return {
    name: 'filesystem',
    workspace,
    target: { command: ['node', program('filesystem'), files] },
    observed: [
      { tool: 'list_allowed_directories', args: {} },
      { tool: 'read_text_file', args: { path: join(files, 'tides.txt') } },
      { tool: 'read_text_file', args: { path: join(files, 'harbour.txt') } },
    ],
    mistake: { right: 'opened in 1950', wrong: 'opened in 1951' },
  };
}

function memory(): LoopServer {
  const workspace = workspaceFor('memory');
  const file = join(workspace, 'memory.jsonl');
  const kept = [
    { type: 'entity', name: 'Harbour', entityType: 'seaport', observations: ['opened in 1950'] },
    { type: 'entity', name: 'Ferry', entityType: 'ship', observations: ['leaves at eight'] },
    { type: 'relation', from: 'Ferry', to: 'Harbour', relationType: 'leaves from' },
  ];
  writeFileSync(file, kept.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return {
    name: 'memory',
    workspace,
    target: { command: ['node', program('memory')], env: { MEMORY_FILE_PATH: file } },
    observed: [
      { tool: 'search_nodes', args: { query: 'Ferry' } },
      { tool: 'open_nodes', args: { names: ['Ferry'] } },
      { tool: 'open_nodes', args: { names: ['Harbour'] } },
    ],
    mistake: { right: 'seaport', wrong: 'airport' },
  };
}

/** Names of the same length each time, so that paths cost the same each time. */
function workspaceFor(name: string): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), `loop-${name}-`)));
  writeFileSync(join(workspace, 'mcptest.yml'), 'servers: {}\n');
  return workspace;
}
