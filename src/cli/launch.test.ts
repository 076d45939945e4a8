import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { WHEN_COMPUTING } from './launch.js';

const isKnown = process.versions.v8.startsWith('11.');

test.runIf(isKnown).each(WHEN_COMPUTING)('the V8 of this Node knows %s, and says nothing', (flag) => {
  const code = `require('node:v8').setFlagsFromString(${JSON.stringify(flag)}); console.log('done')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
});
