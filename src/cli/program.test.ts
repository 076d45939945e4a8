/** The whole tree of commands: its help, and what it says to words that it does not know. */
import type { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { openRedactor } from '../redact/open-redactor.js';
import type { McptestError } from '../util/errors.js';
import { buildProgram } from './program.js';
import { usageError } from './usage-error.js';

const context = { signal: new AbortController().signal, redactor: openRedactor({}), exit: () => {} };

async function refusal(...words: string[]): Promise<{ message: string; hint?: string; exitCode: number }> {
  try {
    const program = await buildProgram(context, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (thrown) {
    const isOfParser = (thrown as Error).name === 'CommanderError';
    const error = isOfParser ? usageError(thrown as CommanderError) : (thrown as McptestError);
    return { message: error.message, hint: error.hint, exitCode: error.exitCode };
  }
  throw new Error('nothing was refused');
}

describe('a command that is not there', () => {
  it.each([
    [['rnu'], 'there is no command "rnu"', /^Did you mean run\?.*`mcptest --help`/],
    [['rnu', '--help'], 'there is no command "rnu"', /^Did you mean run\?/],
    [['help', 'rnu'], 'there is no command "rnu"', /^Did you mean run\?/],
    [['xyzzy'], 'there is no command "xyzzy"', /^`mcptest --help` lists the commands\.$/],
    [['tdqs', 'scroe'], 'tdqs has no command "scroe"', /^Did you mean score\?.*`mcptest tdqs --help`/],
    [['tdqs', 'scroe', '--help'], 'tdqs has no command "scroe"', /^Did you mean score\?/],
    [['tdqs', 'help', 'scroe'], 'tdqs has no command "scroe"', /^Did you mean score\?/],
    [['help', 'tdqs', 'scroe'], 'tdqs has no command "scroe"', /^Did you mean score\?/],
    [['tool-bench', 'x'], 'tool-bench has no command "x"', /^It has run, suggest\./],
    [['generate', 'suit'], 'generate has no command "suit"', /^Did you mean suite\?/],
    [['--debug', 'generate', 'suit'], 'generate has no command "suit"', /^Did you mean suite\?/],
  ])('%j', async (words, message, hint) => {
    const refused = await refusal(...words);
    expect(refused).toMatchObject({ message, exitCode: 2 });
    expect(refused.hint).toMatch(hint);
  });
});

describe('what the parser refuses', () => {
  it.each([
    [
      ['run', '--filtr', 'x'],
      'run: there is no option --filtr',
      /^Did you mean --filter\? `mcptest run --help`/,
    ],
    [
      ['run', '--shard', '5/4'],
      "run: --shard cannot be '5/4'. Write a part of a whole such as 1/4.",
      /run --help/,
    ],
    [['lint', '--format', 'x'], /^lint: --format cannot be 'x'\. Write one of pretty, json/, /lint --help/],
    [['run', '--format', 'json'], 'run: there is no option --format', /^Here it is --reporter, as in --rep/],
    [['tools', '--reporter', 'md'], 'tools: there is no option --reporter', /^Here it is --format, as in /],
    [['init', '--format', 'json'], 'init: there is no option --format', /^`mcptest init --help`/],
    [['run', '--output'], 'run: --output <file> needs a value', /run --help/],
    [['score'], 'score: --trace <file> is missing', /score --help/],
    [['diff'], 'diff: the argument old is missing', /diff --help/],
    [['view', 'a', 'b'], 'view: there are 2 arguments, and it takes 1 at most', /view --help/],
    [['lock', '--check', '--update'], 'lock: --check and --update exclude each other', /lock --help/],
    [['tdqs', 'score', '--nope'], 'tdqs score: there is no option --nope', /`mcptest tdqs score --help`/],
    [
      ['completion', 'csh'],
      "completion: shell cannot be 'csh'. Write one of bash, zsh, fish.",
      /completion --help/,
    ],
  ])('%j', async (words, message, hint) => {
    const refused = await refusal(...words);
    expect(refused.message).toMatch(message);
    expect(refused.hint).toMatch(hint);
  });
});

describe('the help', () => {
  const shown = async (): Promise<{ program: Command; text: string }> => {
    const program = await buildProgram(context);
    let text = '';
    program.configureOutput({
      writeOut: (chunk) => {
        text += chunk;
      },
    });
    program.outputHelp();
    return { program, text };
  };

  it('groups the commands, each once, and ends with where to read on', async () => {
    const { program, text } = await shown();
    const groups = [...text.matchAll(/^(\w[\w ]*):$/gm)].map(([, title]) => title);
    expect(groups).toEqual([
      'Options',
      'Start here',
      'Run',
      'Look',
      'Catalogue',
      'Agents',
      'For machines',
      'Examples',
      'Read on',
    ]);
    for (const command of program.commands)
      expect(text.match(new RegExp(`^ {2}${command.name()} `, 'gm')), command.name()).toHaveLength(1);
    expect(text.trimEnd().split('\n').at(-1)).toContain('docs/README.md');
  });
});
