import { expect, it } from 'vitest';
import { fileTrouble } from './file-trouble.js';

const denied = {
  code: 'EACCES',
  syscall: 'open',
  path: '/srv/mcptest.lock',
  message: 'EACCES: permission denied',
};

it("a file that may not be used is told with its path, and is the user's to mend", () => {
  const told = fileTrouble(Object.assign(new Error(denied.message), denied));
  expect(told?.message).toBe('/srv/mcptest.lock cannot be used: permission is denied (open)');
  expect(told?.exitCode).toBe(2);
});

it.each(['EIO', 'ENOSPC', 'EROFS', 'EFBIG'])('a disk that gives up with %s is no bug of ours', (code) => {
  const told = fileTrouble(Object.assign(new Error(code), { ...denied, code, syscall: 'write' }));
  expect(told?.exitCode).toBe(2);
});

it('a working folder that is gone is told as such', () => {
  const gone = { code: 'ENOENT', syscall: 'uv_cwd' };
  const told = fileTrouble(Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), gone));
  expect([told?.code, told?.exitCode]).toEqual(['no-working-folder', 2]);
});

it.each([
  new TypeError('x is not a function'),
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  Object.assign(new Error('gone'), { ...denied, code: 'ENOENT' }),
  Object.assign(new Error('odd'), { ...denied, code: 'constructor' }),
  undefined,
])('anything else stays a bug of ours', (error) => expect(fileTrouble(error)).toBeUndefined());
