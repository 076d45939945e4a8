import { server, suites } from 'mcptest/vitest';
import { expect, test } from 'vitest';

await suites('fails-on-purpose.mcptest.yml', { cwd: '..' });

test('an empty note is welcome', async () => {
  const notes = await server({ command: ['node', '../notes.mjs'] });
  expect(await notes.call('add', { text: ' ' })).toReturnText('Noted');
});
