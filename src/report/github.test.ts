import { expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { github } from './github.js';

const options = { color: false, width: 80, agent_budget: 1 };

it('annotates the line of the assertion, warns of flaky tests and closes with a notice', () => {
  const envelope = sampleRun([failingCase(), sampleCase({ name: 'wobbles', flaky: true, attempts: 3 })]);
  expect(github(envelope, options)).toBe(
    [
      '::error file=mcptest.yml,line=9,title=status reports operational::assertion #0 (`result.content[0].text`) failed: substring `operational` not found in `status: degraded`%0Aactual: status: degraded%0Arepro: mcptest run --filter "status reports operational"',
      '::warning file=mcptest.yml,line=5,title=flaky%3A wobbles::passed only on attempt 3',
      '::notice title=mcptest%3A fail::2 tests: 1 failed, 1 passed, 1 flaky in 1ms%0Ademo: stdio, 2025-11-25, legacy era',
      '',
    ].join('\n'),
  );
});

it('escapes what would end a property or the line', () => {
  const name = 'a,b:c%0Ad\n::error::x';
  const [line, ...rest] = github(
    sampleRun([
      failingCase(name, { file: 'dir,x:y/s.yml', checks: [sampleCheck({ message: '100%\n::error::y' })] }),
    ]),
    options,
  ).split('\n');
  expect(line).toContain('file=dir%2Cx%3Ay/s.yml,line=9,title=a%2Cb%3Ac%250Ad\\n%3A%3Aerror%3A%3Ax::');
  expect(line).toContain('100%25\\n::error::y%0Aactual');
  expect(rest[0]).toMatch(/^::notice /);
});
