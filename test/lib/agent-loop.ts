/**
 * The worked loop of a coding agent, from a server it does not know to a suite that passes: each step is
 * what an agent would do with the answer before it. The bug is planted in `formula.mjs` of the workspace.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Agent, type Answer } from './agent.js';
import { cli, root } from './cli.js';

export interface Step {
  /** What the agent wants, in its words. */
  step: string;
  request: Answer;
  response: Answer;
}

export interface ShellStep {
  step: string;
  shell: string;
  exit_code: number | null;
}

export interface LoopRun {
  workspace: string;
  steps: Step[];
  shell: ShellStep[];
  /** Both, in the order in which they happened. */
  all: (Step | ShellStep)[];
}

export function loopWorkspace(): { workspace: string; command: string[]; path: string } {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-loop-')));
  const command = ['node', 'server.mjs', 'formula.mjs'];
  // A link: the server finds its packages where it really stands.
  symlinkSync(join(root, 'fixtures/thermometer-mcp/server.mjs'), join(workspace, 'server.mjs'));
  copyFileSync(join(root, 'fixtures/thermometer-mcp/planted-bug.mjs'), join(workspace, 'formula.mjs'));
  writeFileSync(
    join(workspace, 'mcptest.yml'),
    `servers:\n  thermometer: { command: ${JSON.stringify(command)} }\n`,
  );
  const bin = join(workspace, 'bin');
  mkdirSync(bin);
  symlinkSync(cli, join(bin, 'mcptest'));
  return { workspace, command, path: bin + delimiter + process.env.PATH };
}

export async function runLoop(): Promise<LoopRun> {
  const { workspace, command, path } = loopWorkspace();
  const agent = await Agent.start({ cwd: workspace, flags: ['--enable-writes'] });
  const all: LoopRun['all'] = [];
  const use = async (step: string, name: string, args: Answer): Promise<Answer> => {
    const response = await agent.get(name, args);
    all.push({ step, request: { name, arguments: args }, response });
    return response;
  };
  const inShell = async (step: string, line: string) => {
    all.push({ step, shell: line, exit_code: await sh(line, workspace, path) });
  };
  try {
    const { tools } = await agent.client.listTools();
    all.push({
      step: 'discover the verbs',
      request: { method: 'tools/list' },
      response: {
        writesEnabled: agent.client.getServerCapabilities()?.experimental,
        verbs: tools.map(({ name }) => name),
      },
    });
    await use('learn the server', 'list_tools', { command });
    const { suite } = await use('scaffold a suite', 'scaffold_suite', {
      command,
      tools: ['convert'],
      include_edge: false,
    });
    const { test } = await use('observe a tool', 'propose_assertions', {
      command,
      tool: 'convert',
      args: { celsius: -10 },
    });
    // The agent knows that -10 C is 14 F; what it observed says 50. It asserts what is right.
    // A budget of twice a fast call is for a machine of its own, so it is widened.
    const refined = (suite + test)
      .replaceAll('-10 C is 50 F', '-10 C is 14 F')
      .replaceAll('exact: 50', 'exact: 14')
      .replace(/max_duration_ms: \d+/, 'max_duration_ms: 10000');
    const typo = await use('validate a draft', 'validate_suite', {
      suite: refined.replace('servers:', 'serverz:'),
    });
    if (typo.valid) throw new Error('a typo passed');
    await use('validate the suite', 'validate_suite', { suite: refined });
    const failed = await use('run it', 'run_tool_test', { suite: refined });
    const [failure] = failed.failures;
    await use('explain the failure', 'explain_failure', { test: failure.test });
    await inShell('see it fail', failure.repro);
    copyFileSync(join(root, 'fixtures/thermometer-mcp/mended.mjs'), join(workspace, 'formula.mjs'));
    await inShell('see it pass after the fix', failure.repro);
    await use('run it again', 'run_tool_test', { suite: refined });
    const steps = all.filter((one): one is Step => 'request' in one);
    const shell = all.filter((one): one is ShellStep => 'shell' in one);
    return { workspace, steps, shell, all };
  } finally {
    await agent.close();
  }
}

/** Verbatim, as a person would paste it. */
function sh(line: string, cwd: string, path: string): Promise<number | null> {
  return new Promise((done) => {
    const env = { ...process.env, PATH: path, NO_COLOR: '1' };
    execFile('sh', ['-c', line], { cwd, env }, (error) => {
      done(error ? ((error as { code?: number }).code ?? null) : 0);
    });
  });
}

const SHOWN_IDS = ['01JCQQYV4S3H6KX7M8RN2T5XZC', '01JCQQYW8B6T1N9V3D5FJ7G2KE'];

/** The loop as lines of JSON, with ids and times that are the same whenever it is run. */
export function transcript({ all }: LoopRun): string {
  const ids: string[] = [];
  const shownId = (id: string): string => {
    if (!ids.includes(id)) ids.push(id);
    return SHOWN_IDS[ids.indexOf(id)] ?? id;
  };
  return all
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
    .replace(/01[0-9A-HJKMNP-TV-Z]{24}/g, shownId)
    .replace(/"duration_ms":[\d.]+/g, '"duration_ms":1')
    .replace(/max_duration_ms: (?!10000)\d+/g, 'max_duration_ms: 100');
}
