import { describe, expect, test } from 'vitest';
import { killCommand, spawnPlan, variable } from './spawn-plan.js';

const SELF = ['/usr/bin/node', '/opt/mcptest/cli.js'];

describe('on Windows', () => {
  const plan = (...argv: string[]) => spawnPlan(argv, 'C:\\work', SELF, 'win32');

  test('a name is left to cross-spawn, which finds npx.cmd, without a process group', () => {
    expect(plan('npx', '-y', 'a server')).toEqual({
      command: 'npx',
      argv: ['npx', '-y', 'a server'],
      through: 'cross-spawn',
      detached: false,
    });
  });

  test.each([
    ['.\\server.exe', 'C:\\work\\server.exe'],
    ['./bin/server.cmd', 'C:\\work\\bin\\server.cmd'],
    ['D:\\tools\\server.exe', 'D:\\tools\\server.exe'],
    ['\\\\host\\share\\server.exe', '\\\\host\\share\\server.exe'],
  ])('%s is the file %s', (program, file) => {
    expect(plan(program, 'x')).toMatchObject({ file, argv: [file, 'x'] });
  });

  test('a process is ended with its children by taskkill', () => {
    expect(killCommand(7, 'win32')).toEqual(['taskkill', '/pid', '7', '/T', '/F']);
  });

  test('variables have no case', () => {
    expect(variable({ Path: 'C:\\bin' }, 'PATH', 'win32')).toBe('C:\\bin');
  });
});

describe('elsewhere', () => {
  const plan = (...argv: string[]) => spawnPlan(argv, '/project', SELF, 'linux');

  test('a program gets a group of its own, and a backslash is only a character', () => {
    expect(plan('a\\b')).toEqual({ command: 'a\\b', argv: ['a\\b'], through: 'spawn', detached: true });
    expect(plan('./server', 'x')).toMatchObject({ file: '/project/server', argv: ['/project/server', 'x'] });
  });

  test('mcptest is this very program', () => {
    expect(plan('mcptest', 'mock')).toMatchObject({ command: 'mcptest', argv: [...SELF, 'mock'] });
  });

  test('signals end it, and variables have a case', () => {
    expect(killCommand(7, 'linux')).toBeUndefined();
    expect(variable({ Path: 'x' }, 'PATH', 'linux')).toBeUndefined();
  });
});
