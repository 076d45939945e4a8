/**
 * How many megabytes of text are redacted in a second, beside the redactor that only knew a list of spellings, in the
 * same run. Processor time, not the clock: others may use the machine. The real catalogues where `MCPTEST_EVAL_DATA` has
 * them, else made-up text; and texts that are all escapes or all base64.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRedactor } from '../src/redact/redactor.js';
import { median, table } from './measure.js';
import { redactByForms } from './redact-by-forms.js';

const hash = (text: string): Buffer => createHash('sha512').update(text).digest();

export function benchRedact(rounds: number): void {
  const secrets = Array.from({ length: 8 }, (_, i) => ({
    name: `S${i}_TOKEN`,
    value: hash(`secret ${i}`)
      .toString('base64')
      .slice(0, 12 + i * 4),
  }));
  const [before, after] = [redactByForms(secrets), createRedactor(secrets).text];
  const rows = [['text', 'MB', 'by forms MB/s', 'decoding MB/s', 'times slower', 'twice the text']];
  for (const [name, text] of Object.entries(texts())) {
    const [old, now] = [before, after].map((redact) => time(() => redact(text), rounds)) as [number, number];
    const twice = time(() => after(text + text), rounds);
    const speed = (ms: number): string => (text.length / 1e3 / ms).toFixed(0);
    rows.push([
      name,
      (text.length / 1e6).toFixed(1),
      speed(old),
      speed(now),
      (now / old).toFixed(2),
      (twice / now).toFixed(2),
    ]);
  }
  console.log(`\nRedaction with ${secrets.length} secrets\n${table(rows)}`);
}

/** The median of the milliseconds that the processor worked. */
function time(work: () => unknown, rounds: number): number {
  work();
  const samples = Array.from({ length: Math.max(3, Math.min(rounds, 9)) }, () => {
    const started = process.cpuUsage().user;
    work();
    return Math.max(0.001, (process.cpuUsage().user - started) / 1000);
  });
  return median(samples);
}

function texts(): Record<string, string> {
  const real = catalogues();
  const noise = Buffer.concat(Array.from({ length: 40_000 }, (_, i) => hash(`noise ${i}`)));
  return {
    [real.name]: real.text,
    'the same as JSON in JSON': JSON.stringify(real.text),
    'an image in base64': noise.toString('base64'),
    'the same in lines': noise.toString('base64').replace(/.{76}/g, '$&\r\n'),
    'hashes in hex': noise.toString('hex').replace(/.{64}/g, '$&\n'),
    'percent everywhere': '%41%2f'.repeat(400_000),
    'entities everywhere': '&#x2f;&amp;'.repeat(200_000),
    'backslashes everywhere': '\\'.repeat(2_000_000),
  };
}

function catalogues(): { name: string; text: string } {
  const file = join(process.env.MCPTEST_EVAL_DATA ?? '', 'toucan-catalogs.jsonl.gz');
  if (process.env.MCPTEST_EVAL_DATA && existsSync(file))
    return { name: 'real catalogues', text: gunzipSync(readFileSync(file)).toString('utf8') };
  const tool = (i: number) => ({
    name: `tool_${i}`,
    description: `Finds row ${i}, "quoted", by its number.`,
  });
  return {
    name: 'made-up catalogues',
    text: JSON.stringify(Array.from({ length: 30_000 }, (_, i) => tool(i))),
  };
}
