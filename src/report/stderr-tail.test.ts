import { expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { agent } from './agent.js';
import { loadPretty } from './pretty.js';
import { clipMessage, tellingLines } from './stderr-tail.js';

const pretty = await loadPretty();

const noise = Array.from({ length: 9 }, (_, n) => `warning ${n}: ${'plugins are old '.repeat(8)}`);
const cause = 'Error: cannot connect to db.internal:5432';
const dead = { message: 'the server exited with code 3.', stderr: [...noise, cause] };

it('keeps the last line, which says why, and what happened', () => {
  const text = clipMessage(dead, 400);
  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).toMatch(/^the server exited with code 3\. Last lines on stderr: … warning 7/);
  expect(text.endsWith(`| ${cause}`)).toBe(true);
});

it('leaves alone what fits or has no such lines', () => {
  expect(clipMessage({ message: 'gone.', stderr: [cause] }, 400)).toBe(
    `gone. Last lines on stderr: ${cause}`,
  );
  expect(clipMessage({ message: 'x'.repeat(500) }, 10)).toBe(`${'x'.repeat(9)}…`);
});

it('is never longer than asked for, and safe', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constant(' Last lines on stderr: '),
    fc.constant(' | '),
  );
  fc.assert(
    fc.property(
      part,
      fc.array(part, { maxLength: 12 }),
      fc.integer({ min: 80, max: 200 }),
      (message, stderr, max) => {
        const text = clipMessage({ message, stderr }, max);
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text).not.toMatch(/[\n\u001b]/);
      },
    ),
  );
});

it('reaches people and agents', () => {
  const check = sampleCheck({ target: 'server', matcher: 'alive', outcome: 'inconclusive', ...dead });
  const { actual: _, expected: __, ...bare } = check;
  const run = sampleRun([sampleCase({ verdict: 'inconclusive', checks: [bare] })]);
  const options = { color: false, width: 80, agent_budget: 1024 };
  expect(agent(run, options)).toContain(cause);
  const shown = pretty(run, options);
  expect(shown).toContain(`stderr    warning 7: plugins are old`);
  expect(shown).toContain(`              ${cause}\n`);
  for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

it('shows the error that Node prints before its details, not the details alone', () => {
  const node = [
    'node:internal/modules/cjs/loader:1210',
    '  throw err;',
    "Error: Cannot find module '/srv/server.js'",
    "  code: 'MODULE_NOT_FOUND',",
    '  requireStack: []',
    '}',
  ];
  expect(tellingLines(node, 3)[0]).toBe("Error: Cannot find module '/srv/server.js'");
  expect(tellingLines(['Error: an old one', 'listening', 'lost', 'giving up'], 3)).toEqual([
    'listening',
    'lost',
    'giving up',
  ]);
  expect(tellingLines(['  a', '  b', '  c', '  d'], 3)).toEqual(['  a', '  b', '  c']);
  expect(tellingLines([], 3)).toEqual([]);
});
