/**
 * `npm run eval:fuzz-field`: `mcptest fuzz` on six servers of the npm registry, twice with the same seed. Each run has to
 * come to its end, leave no process, and give the same bytes again; each failure has to have been read
 * (`lib/fuzz-read.ts`). Writes docs/evidence/fuzz-field.md.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argvOf, envOf, install, nameOf, scratch } from '../scripts/lib/field-harness.js';
import { FIELD_SERVERS, type FieldServer } from '../scripts/lib/field-servers.js';
import type { FuzzResult } from '../src/types/fuzz.js';
import { command, root, workspace } from './lib/campaign/command.js';
import { READ } from './lib/fuzz-read.js';

const SERVERS = ['everything', 'filesystem', 'memory', 'sequential-thinking', 'system-monitor', 'pdf'];
const CASES = 300;
const LIMIT_MS = 10 * 60_000;
const wanted = process.argv.slice(2);

install();
const rows: string[] = [];
const told: string[] = [];
let bad = 0;
for (const name of wanted.length > 0 ? wanted : SERVERS) {
  const server = FIELD_SERVERS.find(({ pkg, http }) => pkg.endsWith(name) && http === undefined);
  if (server === undefined) throw new Error(`there is no server ${name}`);
  const first = await fuzzed(server);
  const again = await fuzzed(server);
  const same = first.text === again.text;
  const { tools, cases, failures, not_reproduced } = first.result;
  const unread = failures.filter((one) => whyOf(name, one) === undefined);
  const troubles = [
    ...first.trouble,
    ...(same ? [] : ['another report with the same seed']),
    ...unread.map(({ tool, outcome }) => `not read: ${outcome} of ${tool}`),
  ];
  if (troubles.length > 0) bad += 1;
  console.log(
    `${troubles.length > 0 ? 'BAD' : 'ok '} ${nameOf(server)}: ${cases} cases, ${failures.length} failures`,
  );
  for (const trouble of troubles) console.log(`    ${trouble}`);
  const answered = tools.reduce((sum, one) => sum + one.answered, 0);
  rows.push(
    `| ${nameOf(server)} | ${tools.length} | ${cases} | ${answered} | ${failures.length} | ${not_reproduced.length} | ${same ? 'yes' : '**no**'} |`,
  );
  for (const one of failures) {
    const { tool, outcome, message, args, times } = one;
    told.push(
      `- **${nameOf(server)}, \`${tool}\`: ${outcome}** (${times} of the cases) ${message}. Input: \`${JSON.stringify(args).slice(0, 200)}\`. ${whyOf(name, one) ?? 'Not read yet.'}`,
    );
    console.log(`    ${outcome} ${tool}: ${message} ${JSON.stringify(args).slice(0, 300)}`);
  }
}
if (wanted.length === 0) writeFileSync(join(root, 'docs/evidence/fuzz-field.md'), page());
rmSync(scratch, { recursive: true, force: true });
process.exitCode = bad === 0 ? 0 : 1;

interface Fuzzed {
  text: string;
  result: FuzzResult;
  trouble: string[];
}

async function fuzzed(server: FieldServer): Promise<Fuzzed> {
  // A tool that may be called again without harm, such as one that makes a folder, is called: each run begins in an empty one.
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  const env = envOf(server, 0);
  const target = { command: argvOf(server, 0), pass_env: ['CAMPAIGN_MARK', ...Object.keys(env)] };
  const cwd = workspace({ 'mcptest.yml': { servers: { field: target } } });
  const words = ['fuzz', 'field', '--cases', String(CASES), '--seed', '1', '--format', 'json'];
  const ended = await command(words, { cwd, limitMs: LIMIT_MS, env });
  rmSync(cwd, { recursive: true, force: true });
  const { hung, left, code, stdout, stderr } = ended;
  const trouble = [
    ...(hung ? ['it hung'] : []),
    ...(left.length > 0 ? [`it left ${left.length} processes`] : []),
    ...([0, 1, 3].includes(code ?? -1) ? [] : [`exit code ${code}: ${stderr.slice(0, 300)}`]),
  ];
  return { text: stdout, result: JSON.parse(stdout) as FuzzResult, trouble };
}

function whyOf(server: string, { tool, outcome }: FuzzResult['failures'][number]): string | undefined {
  return READ.find(
    (one) => one.server === server && one.outcome === outcome && (one.tools?.includes(tool) ?? true),
  )?.why;
}

function page(): string {
  return `# Fuzzing real servers

<!-- Written by \`npm run eval:fuzz-field\`. -->

\`mcptest fuzz --cases ${CASES} --seed 1\` on servers of the npm registry, with the tools that only read or may be called
again without harm, in an empty folder. Each was done twice; the
two reports are the same to the byte. What was found was read.

| server | tools called | cases | answered | failures | seen once only | the same again |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}

## What was found

${told.join('\n') || 'Nothing.'}
`;
}
