/**
 * `npm run check:conformance:field`: the conformance checks on real servers, into docs/evidence/conformance-field.md. Servers are
 * installed into a cache, without their scripts. Every MUST that is broken is listed with the frame that shows it, and
 * has to have been read: `CONFIRMED` holds what was found to be the server's own.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult, Scorecard } from '../src/types/conformance.js';
import { CONFIRMED } from './lib/field-confirmed.js';
import { argvOf, envOf, install, nameOf, overHttp, root } from './lib/field-harness.js';
import { type FieldRow, fieldPage } from './lib/field-page.js';
import { FIELD_SERVERS, type FieldServer, STATELESS } from './lib/field-servers.js';

const wanted = process.argv.slice(2);

install();
const rows: FieldRow[] = [];
for (const server of [...FIELD_SERVERS.filter((one) => !one.unread), ...STATELESS]) {
  const name = nameOf(server);
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const row = await tryServer(server, name);
  rows.push(row);
  console.log(summary(row));
}
const unread = rows.flatMap(({ card, server }) =>
  musts(card).filter(({ id }) => !CONFIRMED.some((one) => one.id === id && one.servers.includes(server))),
);
if (wanted.length === 0) writeFileSync(join(root, 'docs/evidence/conformance-field.md'), fieldPage(rows));
for (const { id, message } of unread) console.log(`not read yet: ${id} ${message}`);
process.exitCode = unread.length > 0 ? 1 : 0;

async function tryServer(server: FieldServer, name: string): Promise<FieldRow> {
  const argv = argvOf(server, 0);
  const env = envOf(server, 0);
  const flags = ['--format', 'json', ...(server.revision ? ['--revision', server.revision] : [])];
  const mcptest = [join(root, 'dist/cli.js'), 'conformance', ...flags];
  const passed = Object.keys(env).flatMap((key) => ['--pass-env', key]);
  let card: Scorecard | undefined;
  let trouble = '';
  if (server.http === undefined) {
    const ran = spawnSync(process.execPath, [...mcptest, ...passed, '--', ...argv], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    [card, trouble] = [parsed(ran.stdout), ran.stderr];
  } else {
    const { child, url } = await overHttp(server);
    const ran = spawnSync(process.execPath, [...mcptest, url], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    child.kill();
    [card, trouble] = [parsed(ran.stdout), ran.stderr];
  }
  return { name, server: server.pkg || name, card, trouble: trouble.split('\n')[0] ?? '' };
}

function parsed(text: string): Scorecard | undefined {
  try {
    const value = JSON.parse(text);
    return value.summary === undefined ? undefined : value;
  } catch {
    return undefined;
  }
}

function musts(card: Scorecard | undefined): CheckResult[] {
  return card?.checks.filter(({ status }) => status === 'fail') ?? [];
}

function summary({ name, card, trouble }: FieldRow): string {
  if (card === undefined) return `${name}: not tried, ${trouble}`;
  const { pass, fail, warn, untestable } = card.summary;
  const broken = musts(card).map(({ id, message }) => `\n  ${id} ${message}`);
  return `${name}: ${card.protocol_version} ${card.grade} ${pass} pass ${fail} fail ${warn} warn ${untestable} untested ${card.duration_ms} ms${broken.join('')}`;
}
