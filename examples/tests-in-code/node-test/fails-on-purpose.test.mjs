import { test } from 'node:test';
import { expect, server, suites } from 'mcptest/node-test';

await suites('fails-on-purpose.mcptest.yml', { cwd: '..' });

test('an empty note is welcome', async () => {
  const notes = await server({ command: ['node', '../notes.mjs'] });
  expect(await notes.call('add', { text: ' ' })).toReturnText('Noted');
});
