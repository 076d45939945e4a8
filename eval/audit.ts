/**
 * `npm run eval:audit [words]`: `mcptest audit` on real servers of the npm registry, into docs/evidence/audit-field.md: how long
 * it takes beyond the start of the server, the grades, and the five fixes, each to be read as the author would.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { argvOf, envOf, install, nameOf, root, scratch } from '../scripts/lib/field-harness.js';
import { FIELD_SERVERS, type FieldServer } from '../scripts/lib/field-servers.js';
import { connect } from '../src/client/connect.js';
import type { AuditReport } from '../src/types/audit.js';

interface Row {
  name: string;
  report?: AuditReport;
  start_ms: number;
  audit_ms: number;
  trouble: string;
}

const wanted = process.argv.slice(2);
install();
const rows: Row[] = [];
const seen = new Set<string>();
for (const server of FIELD_SERVERS.filter((one) => !one.unread)) {
  if (server.http !== undefined || seen.has(server.pkg)) continue;
  seen.add(server.pkg);
  if (wanted.length > 0 && !wanted.some((word) => server.pkg.includes(word))) continue;
  const row = await audited(server);
  rows.push(row);
  console.log(line(row));
  for (const fix of row.report?.fixes ?? [])
    console.log(
      `   ${fix.heading} ${fix.grade}→${fix.grade_if_mended} ${fix.rule} at ${fix.tools.slice(0, 3).join(', ')}: ${fix.message}`,
    );
}
if (wanted.length === 0) writeFileSync(join(root, 'docs/evidence/audit-field.md'), page());

async function audited(server: FieldServer): Promise<Row> {
  const argv = argvOf(server, 0);
  const env = envOf(server, 0);
  const start_ms = await startOf(argv, env);
  const passed = Object.keys(env).flatMap((key) => ['--pass-env', key]);
  const began = performance.now();
  const ran = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.js'), 'audit', '--format', 'json', ...passed, '--', ...argv],
    { cwd: scratch, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const audit_ms = Math.round(performance.now() - began);
  return {
    name: nameOf(server),
    report: parsed(ran.stdout),
    start_ms,
    audit_ms,
    trouble: ran.stderr,
  };
}

/** Until the handshake is answered, the second time: the first one warms the disk. */
async function startOf(command: string[], env: Record<string, string>): Promise<number> {
  let took = 0;
  for (let time = 0; time < 2; time += 1) {
    const began = performance.now();
    const outcome = await connect(
      {
        name: 'field',
        command,
        env,
        cwd: scratch,
        protocol: 'auto',
        startup_timeout_ms: 60_000,
        request_timeout_ms: 10_000,
        shutdown_grace_ms: 100,
        isolate: 'suite',
      },
      { env: process.env, self: [], version: '0' },
    );
    took = Math.round(performance.now() - began);
    if (outcome.ok) await outcome.connection.close();
  }
  return took;
}

function parsed(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return undefined;
  }
}

function line({ name, report, start_ms, audit_ms, trouble }: Row): string {
  if (report === undefined) return `${name}: no audit: ${trouble.split('\n')[0]}`;
  const grades = report.headings.map(({ grade }) => grade ?? '?').join('');
  return `${name}: ${report.grade ?? '?'} ${grades} ${report.server.tools} tools, start ${start_ms} ms, audit ${audit_ms} ms`;
}

function page(): string {
  const table = rows.map(({ name, report, start_ms, audit_ms }) => {
    const grades = report?.headings.map(({ grade }) => grade ?? '?') ?? [];
    const beyond = ((audit_ms - start_ms) / 1000).toFixed(1);
    return `| ${name} | ${report?.server.tools ?? ''} | ${(start_ms / 1000).toFixed(1)} | ${beyond} | ${report?.grade ?? '?'} | ${grades.join(' | ')} |`;
  });
  const fixes = rows.flatMap(({ name, report }) => [
    `## ${name}`,
    '',
    ...(report?.fixes ?? []).map(
      ({ heading, rule, tools, message }, at) =>
        `${at + 1}. ${heading}, ${rule}${tools.length > 0 ? ` at ${tools.length === 1 ? tools[0] : `${tools[0]} and ${tools.length - 1} more`}` : ''}: \`${message.replaceAll('`', "'").replaceAll(scratch, 'FOLDER').replaceAll(root, '')}\``,
    ),
    '',
  ]);
  return `# Audits of real servers

Made by \`npm run eval:audit\`: ${rows.length} servers of the npm registry over stdio, without keys and without a network. Times are in
seconds: the start of the server alone, and what the audit took beyond one start. They were measured on a machine of two cores
whose load was ${loadavg()[0]!.toFixed(0)} at the end, so they are upper bounds.

| server | tools | start | beyond it | whole | start | protocol | clients | definitions | security | tokens |
|---|---|---|---|---|---|---|---|---|---|---|
${table.join('\n')}

${fixes.join('\n').trimEnd()}
`;
}
