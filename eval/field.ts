/**
 * `npm run eval:field -- [NAME…] [--limit SECONDS] [--jobs N]`: list, doctor, lint, security, tdqs, conformance, generate,
 * run and lock on every server of `scripts/lib/field-servers.ts`. No command may hang, break or leave a process. Writes
 * docs/evidence/field-run.md when all of them were tried.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { argvOf, envOf, install, nameOf, overHttp } from '../scripts/lib/field-harness.js';
import { FIELD_SERVERS, type FieldServer } from '../scripts/lib/field-servers.js';
import { command, type Ended, parsed, root, workspace } from './lib/campaign/command.js';
import { verdictOn } from './lib/campaign/field-findings.js';
import {
  type FieldRun,
  fieldRunPage,
  type SevereFinding,
  STEPS,
  type Step,
} from './lib/campaign/field-run-page.js';
import { tellFigures } from './lib/campaign/figures.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '60' }, jobs: { type: 'string', default: '2' } },
});
const limitS = Number(values.limit);
const JSON_OUT = ['--format', 'json'];
const ARGS: Record<string, string[]> = {
  tools: ['tools', 'field', ...JSON_OUT],
  doctor: ['doctor', 'field'],
  // These three look at the list that `tools` gave, as it was saved.
  lint: ['lint', '--from', 'tools.json', ...JSON_OUT],
  security: ['security', '--from', 'tools.json', ...JSON_OUT],
  tdqs: ['tdqs', 'score', '--from', 'tools.json', ...JSON_OUT],
  conformance: ['conformance', 'field', ...JSON_OUT],
  generate: ['generate', 'suite', 'field', '--output', 'made.mcptest.yml'],
  // Servers that answer slowly have suites that take long: it has to keep its own deadline.
  run: ['run', 'made.mcptest.yml', '--reporter', 'json', '--deadline', `${Math.ceil(limitS / 3)}s`],
  lock: ['lock', 'field'],
};

install();
const chosen = FIELD_SERVERS.filter(
  (server) =>
    server.revision === undefined &&
    (positionals.length === 0 || positionals.some((word) => nameOf(server).includes(word))),
);
const waiting = [...chosen];
const runs = new Map<FieldServer, FieldRun>();

async function work(): Promise<void> {
  for (let server = waiting.shift(); server !== undefined; server = waiting.shift()) {
    const run = await tried(server);
    runs.set(server, run);
    console.log(
      `${run.server}: ${run.steps.map(({ name, code, note }) => `${name} ${code}${note ? ` (${note})` : ''}`).join(', ')}`,
    );
    for (const { name, trouble } of run.steps)
      if (trouble.length > 0) console.log(`  BAD ${name}: ${trouble.join('; ')}`);
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const inOrder = chosen.flatMap((server) => runs.get(server) ?? []);
if (positionals.length === 0)
  writeFileSync(join(root, 'docs/evidence/field-run.md'), fieldRunPage(inOrder, limitS));
const steps = inOrder.flatMap((run) => run.steps);
const bad = steps.filter(({ trouble }) => trouble.length > 0).length;
const unread = inOrder.flatMap(({ server, findings }) =>
  findings
    .filter((finding) => verdictOn(server, finding) === undefined)
    .map(({ rule, tool }) => `${server}: ${rule} ${tool}`),
);
for (const line of unread) console.log(`not read yet: ${line}`);
tellFigures(
  'field',
  `${inOrder.length} servers, ${inOrder.filter(({ answers }) => answers).length} list their tools, ${steps.length} commands: ${bad} hung, broke or left a process; ${unread.length} severe findings not read`,
);
process.exitCode = bad + unread.length === 0 ? 0 : 1;

async function tried(server: FieldServer): Promise<FieldRun> {
  const http = server.http === undefined ? undefined : await overHttp(server);
  const env = http ? {} : envOf(server, 0);
  const target = http
    ? { url: http.url }
    : { command: argvOf(server, 0), pass_env: ['CAMPAIGN_MARK', ...Object.keys(env)] };
  const cwd = workspace({ 'mcptest.yml': { servers: { field: { ...target, startup_timeout: '45s' } } } });
  const run: FieldRun = { server: nameOf(server), answers: false, steps: [], findings: [] };
  for (const name of STEPS) {
    const dry = name === 'run' && !server.calls ? ['--dry-run'] : [];
    const ended = await command([...ARGS[name]!, ...dry], { cwd, limitMs: limitS * 1000, env });
    run.steps.push(stepOf(name, ended));
    if (name === 'security') run.findings = severeIn(parsed(ended.stdout));
    if (name === 'tools') {
      run.answers = ended.code === 0;
      writeFileSync(join(cwd, 'tools.json'), ended.stdout);
    }
    // Who does not even list its tools is looked at by the doctor, and that is all.
    if (name === 'doctor' && !run.answers) break;
  }
  http?.child.kill('SIGKILL');
  rmSync(cwd, { recursive: true, force: true });
  return run;
}

function stepOf(name: string, ended: Ended): Step {
  const trouble: string[] = [];
  if (ended.hung) trouble.push(`hung for ${limitS} s`);
  else if (ended.code === null) trouble.push(`ended by ${ended.signal}`);
  if (ended.left.length > 0) trouble.push(`left ${ended.left.length} processes`);
  if (/ broke: /.test(ended.stderr)) trouble.push(ended.stderr.split('\n')[0]!.slice(0, 200));
  const note = noteOf(name, parsed(ended.stdout));
  return { name, code: ended.code, ms: ended.ms, trouble, ...(note !== undefined && { note }) };
}

function severeIn(answer: unknown): SevereFinding[] {
  const { findings = [] } = (answer ?? {}) as { findings?: Record<string, string | undefined>[] };
  return findings
    .filter(({ severity }) => severity === 'medium' || severity === 'high' || severity === 'critical')
    .map(({ rule, severity = '', tool, message = '' }) => ({
      rule: rule ?? '',
      severity,
      tool: tool ?? '(the server)',
      text: message,
    }));
}

/** In a few words what came out. */
function noteOf(name: string, answer: unknown): string | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: what a command printed is looked at, not typed.
  const said = answer as any;
  if (said === undefined || said.error !== undefined) return undefined;
  const severe = (list: { severity?: string }[] = []): string => {
    const many = (severity: string): number => list.filter((one) => one.severity === severity).length;
    return `${many('high') + many('critical')} high, ${many('medium')} medium`;
  };
  if (name === 'tools') return `${said.tools?.length ?? 0} tools`;
  if (name === 'security') return severe(said.findings);
  if (name === 'lint') return `${said.findings?.length ?? 0}`;
  if (name === 'tdqs') return said.servers?.[0]?.descriptionQualityTier;
  if (name === 'conformance') return said.grade && `${said.grade}, ${said.summary.fail} fail`;
  if (name === 'run' && said.summary) return `${said.summary.passed} of ${said.summary.total}`;
  return undefined;
}
