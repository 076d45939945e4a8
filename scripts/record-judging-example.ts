/** Records `examples/judging` again, with a stand-in for the judge on loopback that speaks Claude's interface. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOPBACK_KEY, startProvider } from '../fixtures/provider/loopback.js';
import type { Reply, SeenRequest } from '../fixtures/provider/replies.js';
import { loadManifest } from '../src/mock/load-manifest.js';
import { serveHttp } from '../src/mock/serve-http.js';
import { run } from '../src/verbs/run.js';

const example = fileURLToPath(new URL('../examples/judging', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'judging-'));
cpSync(example, dir, { recursive: true });
const rows = readFileSync(join(dir, 'labels.jsonl'), 'utf8').trim().split('\n');
const curt = rows
  .map((line): { text: string; label: string } => JSON.parse(line))
  .flatMap(({ text, label }) => (label === 'fail' ? [text] : []));

function answer({ body }: SeenRequest): Reply {
  const words: string = body.messages[0].content[0].text;
  if (words.includes('each of these criteria')) {
    const arrival = { reason: 'It names the day and the place of arrival.', score: 0.9 };
    return { text: JSON.stringify({ answers: [arrival, { reason: 'It thanks the customer.', score: 1 }] }) };
  }
  const isCurt = curt.some((text) => words.includes(`>\n${text}\n<`));
  const polite = { reason: 'It is polite and offers help.', score: 0.9 };
  return { text: JSON.stringify(isCurt ? { reason: 'It is curt and helps nobody.', score: 0.1 } : polite) };
}

const provider = await startProvider('anthropic', answer);
const mock = await serveHttp(await loadManifest(join(dir, 'helpdesk.yml')), { port: 0, log: () => {} });
const file = join(dir, 'judged.mcptest.yml');
const pointed = readFileSync(file, 'utf8')
  .replace('model: claude-sonnet-4-5 }', `model: claude-sonnet-4-5, base_url: ${provider.url} }`)
  .replace(/helpdesk: \{.*\}/, `helpdesk: { url: ${mock.url} }`);
writeFileSync(file, pointed);
const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: LOOPBACK_KEY };
const { envelope } = await run({ cwd: dir, workspace: dir, paths: [file], record: true, save: false, env });
await Promise.all([provider.close(), mock.close()]);
if (envelope.exit_code !== 0) throw new Error(JSON.stringify(envelope.results.map(({ checks }) => checks)));
cpSync(join(dir, 'cassettes'), join(example, 'cassettes'), { recursive: true });
rmSync(dir, { recursive: true });
