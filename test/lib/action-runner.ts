/**
 * Runs a composite action as a runner does: GitHub's own parser reads it, GitHub's own evaluator fills in its
 * expressions, bash runs its scripts. Steps that use another action are only noted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
import type { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { root } from './cli.js';

interface Step {
  id?: string;
  name: string;
  if?: string;
  run?: string;
  uses?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  'working-directory'?: string;
}

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

export interface Job {
  workspace: string;
  inputs?: Record<string, string>;
  github?: Record<string, unknown>;
  /** Where the runner keeps its files; stand-ins for programs are in its `bin`. */
  temp: string;
}

export interface Ran {
  /** Names of the steps that ran. */
  steps: string[];
  used: { uses: string; with: Record<string, string> }[];
  outputs: Record<string, string>;
  stdout: string;
  stderr: string;
  code: number;
}

/** What GitHub's schema of action files has against a text. */
export async function actionProblems(content: string): Promise<string[]> {
  const parser = await loadParser();
  const { context } = parser.parseAction(
    { name: 'action.yml', content },
    new parser.NoOperationTraceWriter(),
  );
  return context.errors.getErrors().map(({ message }) => message);
}

/** What GitHub's schema of workflow files, and its reading of their expressions, have against a text. */
export async function workflowProblems(content: string): Promise<string[]> {
  const { parseWorkflow: parseText, convertWorkflowTemplate: convert, ...parser } = await loadParser();
  const { context, value } = parseText({ name: 'ci.yml', content }, new parser.NoOperationTraceWriter());
  if (value !== undefined) await convert(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

let loaded: ReturnType<typeof bundleParser> | undefined;

function loadParser(): ReturnType<typeof bundleParser> {
  loaded ??= bundleParser();
  return loaded;
}

/** The parser imports JSON as bundlers do, not as Node does. */
async function bundleParser() {
  const contents = `
    export { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
    export { parseAction } from '@actions/workflow-parser/actions/action-parser';`;
  const options = { bundle: true, write: false, format: 'esm', logLevel: 'error' } as const;
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root } });
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as {
    NoOperationTraceWriter: typeof NoOperationTraceWriter;
    convertWorkflowTemplate: typeof convertWorkflowTemplate;
    parseWorkflow: typeof parseWorkflow;
    parseAction: typeof parseAction;
  };
}

export function runAction(file: string, job: Job): Ran {
  const action = parse(readFileSync(file, 'utf8')) as Action;
  const given = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const github = { event_name: 'push', repository: 'acme/weather', token: 'ghs_x', ...job.github };
  const inputs: Record<string, unknown> = { ...Object.fromEntries(given), ...job.inputs };
  const contexts = { github, inputs, steps: {} as Record<string, { outputs: Record<string, string> }> };
  for (const [name, value] of Object.entries(inputs)) inputs[name] = filled(String(value), contexts);
  const ran: Ran = { steps: [], used: [], outputs: {}, stdout: '', stderr: '', code: 0 };
  for (const step of action.runs.steps) {
    const wanted = evaluated(step.if ?? 'true', contexts);
    if (ran.code !== 0 || wanted !== 'true') continue;
    ran.steps.push(step.name);
    const all = (words: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(words).map(([name, text]) => [name, filled(text, contexts)]));
    if (step.uses !== undefined) ran.used.push({ uses: step.uses, with: all(step.with) });
    if (step.run === undefined) continue;
    const cwd = join(job.workspace, filled(step['working-directory'] ?? '.', contexts));
    const done = runScript(step.run, all(step.env), cwd, job);
    if (step.id !== undefined) contexts.steps[step.id] = { outputs: done.outputs };
    ran.stdout += done.stdout;
    ran.stderr += done.stderr;
    ran.code = done.code;
  }
  for (const [name, { value }] of Object.entries(action.outputs)) ran.outputs[name] = filled(value, contexts);
  return ran;
}

/** `shell: bash` of a runner: the script in a file, with the flags that runners give. */
function runScript(script: string, env: Record<string, string>, cwd: string, { temp, workspace }: Job) {
  const [file, output] = [join(temp, 'step.sh'), join(temp, 'output')];
  writeFileSync(file, script);
  rmSync(output, { force: true });
  const { stdout, stderr, status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd,
    encoding: 'utf8',
    env: {
      HOME: temp,
      PATH: `${join(temp, 'bin')}:${process.env.PATH}`,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      RUNNER_TEMP: temp,
      ...env,
    },
  });
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trimEnd().split('\n') : [];
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  return { stdout, stderr, code: status ?? -1, outputs };
}

function filled(text: string, contexts: object): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluated(expression, contexts));
}

function evaluated(expression: string, contexts: object): string {
  const known = JSON.parse(JSON.stringify(contexts), data.reviver) as InstanceType<typeof data.Dictionary>;
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), []).parse();
  return new Evaluator(tree, known).evaluate().coerceString();
}
