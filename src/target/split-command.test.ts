import { describe, expect, it } from 'vitest';
import { splitCommand } from './split-command.js';

describe('splitCommand', () => {
  it.each([
    ['node server.js', ['node', 'server.js']],
    ['  node \t server.js\n', ['node', 'server.js']],
    [`node 'my server.js'`, ['node', 'my server.js']],
    [`node "my server.js"`, ['node', 'my server.js']],
    [`node my\\ server.js`, ['node', 'my server.js']],
    [`node --name='a b'"c d"e`, ['node', '--name=a bc de']],
    [`node ''`, ['node', '']],
    [`node "it's" 'say "hi"'`, ['node', "it's", 'say "hi"']],
    [`node "\\"\\\\\\$HOME\\n"`, ['node', '"\\$HOME\\n']],
    [`node 'C:\\dir' $HOME`, ['node', 'C:\\dir', '$HOME']],
  ])('%j', (text, argv) => {
    expect(splitCommand(text)).toEqual(argv);
  });

  it.each([
    [`node 'a`, "the ' is not closed"],
    [`node "a\\"`, 'the " is not closed'],
    ['  ', 'it is empty'],
  ])('refuses %j', (text, reason) => {
    expect(() => splitCommand(text)).toThrow(
      expect.objectContaining({ code: 'bad-command', message: expect.stringContaining(reason) }),
    );
  });
});
