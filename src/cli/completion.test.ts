/** The scripts, asked the way a shell asks them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openRedactor } from '../redact/open-redactor.js';
import { completionScript } from './completion-script.js';
import { buildProgram } from './program.js';

const program = buildProgram({
  signal: new AbortController().signal,
  redactor: openRedactor({}),
  exit: () => {},
});
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

function bash(...words: string[]): string[] {
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=(mcptest "$@"); COMP_CWORD=$#; _mcptest; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { cwd: import.meta.dirname })
    .toString()
    .trimEnd()
    .split('\n');
}

describe.skipIf(!has('bash'))('bash', () => {
  it('completes commands', () => {
    expect(bash('valid')).toEqual(['validate']);
    expect(bash('')).toEqual(expect.arrayContaining(['run', 'report', 'completion']));
  });

  it('completes the options of a command and not those of another', () => {
    expect(bash('run', '--sh')).toEqual(['--shard']);
    expect(bash('run', '--bail', '--last')).toEqual(['--last-failed']);
    expect(bash('mock', '--sh')).toEqual(['']);
  });

  it('completes reporters and other fixed values', () => {
    expect(bash('run', '--reporter', 'gi')).toEqual(['github', 'gitlab']);
    expect(bash('report', 'x', '--format', 'nd')).toEqual(['ndjson']);
    expect(bash('completion', 'z')).toEqual(['zsh']);
    expect(bash('validate', '--format', '')).toEqual(['pretty', 'json']);
  });

  it('completes paths where a path is wanted', () => {
    expect(bash('run', 'completion-s')).toEqual(['completion-script.ts']);
    expect(bash('run', '--output', 'completion-s')).toEqual(['completion-script.ts']);
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  const fish = (line: string): string[] =>
    execFileSync('fish', ['-c', `${completionScript(program, 'fish')}\ncomplete -C ${JSON.stringify(line)}`])
      .toString()
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0]!);

  it('completes commands, options and reporters', () => {
    expect(fish('mcptest valid')).toEqual(['validate']);
    expect(fish('mcptest run --sh')).toEqual(['--shard']);
    expect(fish('mcptest run --reporter gi')).toEqual(['github', 'gitlab']);
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  it('is a script that zsh can read', () => {
    const script = completionScript(program, 'zsh');
    expect(spawnSync('zsh', ['-n', '-c', script]).stderr.toString()).toBe('');
  });
});

it('has every command and option in every script', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(program, shell);
    for (const command of program.commands) {
      expect(script).toContain(command.name());
      for (const { long } of command.createHelp().visibleOptions(command))
        expect(script).toContain(long!.slice(2));
    }
  }
});
