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

const server = join(root, 'fixtures/thermometer-mcp/server.mjs');

export interface Step {
  /** What the agent wants, in its words. */
  step: string;
  request: Answer;
  response: Answer;
}

export interface LoopRun {
  workspace: string;
  steps: Step[];
  shell: { command: string; code: number | null; stdout: string }[];
}

export function loopWorkspace(): { workspace: string; command: string[]; path: string } {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-loop-')));
  const command = ['node', server, 'formula.mjs'];
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
  const steps: Step[] = [];
  const shell: LoopRun['shell'] = [];
  const use = async (step: string, name: string, args: Answer): Promise<Answer> => {
    const response = await agent.get(name, args);
    steps.push({ step, request: { name, arguments: args }, response });
    return response;
  };
  const inShell = async (line: string) => {
    const ran = await sh(line, workspace, path);
    shell.push({ command: line, ...ran });
    return ran;
  };
  try {
    const { tools } = await agent.client.listTools();
    steps.push({
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
    await inShell(failure.repro);
    copyFileSync(join(root, 'fixtures/thermometer-mcp/mended.mjs'), join(workspace, 'formula.mjs'));
    await inShell(failure.repro);
    await use('run it again', 'run_tool_test', { suite: refined });
    return { workspace, steps, shell };
  } finally {
    await agent.close();
  }
}

/** Verbatim, as a person would paste it. */
function sh(line: string, cwd: string, path: string): Promise<{ code: number | null; stdout: string }> {
  return new Promise((done) => {
    execFile(
      'sh',
      ['-c', line],
      { cwd, env: { ...process.env, PATH: path, NO_COLOR: '1' } },
      (error, stdout) => {
        done({ code: error ? ((error as { code?: number }).code ?? null) : 0, stdout });
      },
    );
  });
}
