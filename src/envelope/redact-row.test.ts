import { expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { Floor, Group } from '../types/envelope.js';
import { redactFloor, redactGroup, redactRow } from './redact-row.js';
import { sampleCase, sampleCheck } from './sample-run.js';

const SECRET = 'hunter2-hunter2-hunter2';
const SHOWN = '[secret:A_TOKEN]';
const redactor = createRedactor([{ name: 'A_TOKEN', value: SECRET }]);

it('nothing that a row says keeps a secret, in its earlier attempts neither', () => {
  const check = sampleCheck({ message: `found ${SECRET}` });
  const attempt = { verdict: 'fail' as const, checks: [check], notes: [`saw ${SECRET}`], duration_ms: 1 };
  const row = {
    ...sampleCase({ id: 'row-1', name: `asks ${SECRET}`, tags: [SECRET], skip_reason: SECRET }),
    ...attempt,
    repro: `mcptest run --filter ${SECRET}`,
    earlier_attempts: [attempt],
  };
  const redacted = redactRow(row, redactor);
  expect(JSON.stringify(redacted)).not.toContain(SECRET);
  expect(redacted).toMatchObject({ name: `asks ${SHOWN}`, tags: [SHOWN], skip_reason: SHOWN });
  expect(redacted.earlier_attempts?.[0]).toMatchObject({ verdict: 'fail', notes: [`saw ${SHOWN}`] });
});

it('a row without a secret is the very row', () => {
  const row = sampleCase({ id: 'row-1', name: 'asks', tags: ['slow'], checks: [sampleCheck({})] });
  expect(redactRow(row, redactor)).toBe(row);
});

it('nor do groups and floors', () => {
  const check = sampleCheck({ message: SECRET });
  const group = {
    name: SECRET,
    test: SECRET,
    model: SECRET,
    figures: { a: 1 },
    checks: [check],
  } as unknown as Group;
  expect(redactGroup(group, redactor)).toMatchObject({ name: SHOWN, model: SHOWN, figures: { a: 1 } });
  expect(JSON.stringify(redactGroup(group, redactor))).not.toContain(SECRET);
  const floor = {
    agent: SECRET,
    test: SECRET,
    expected_tool: `${SECRET}.read`,
    runs: 3,
  } as unknown as Floor;
  expect(redactFloor(floor, redactor)).toEqual({
    agent: SHOWN,
    test: SHOWN,
    expected_tool: `${SHOWN}.read`,
    runs: 3,
  });
});
