/** Every text that the program says is in one list, and simple rules hold for each. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectMessages, errorPlaces, type Message } from '../scripts/lib/messages/collect.js';
import { complaints, hintComplaints } from '../scripts/lib/messages/rules.js';
import { parseSource, readSources } from '../scripts/lib/shape/source-files.js';
import { root } from './lib/cli.js';

const sources = readSources(join(root, 'src'));
const messages = collectMessages(sources);
const found = (text: string): Message[] => collectMessages([parseSource('verbs/x.ts', text)]);

/** Errors that pass on what a server or another error said, or for which there is no next step of the user's. */
const WITHOUT_HINT = [
  "'aborted'",
  '`call-${reply.kind}`',
  "'cancelled'",
  "'internal'",
  'outcome.failure.code',
];

describe('the list', () => {
  it('has every error of ours', () => {
    const listed = new Set(messages.map(({ file, line }) => `${file}:${line}`));
    const errors = messages.filter(({ kind }) => kind === 'error');
    const silent = errorPlaces(sources).filter(({ file, line }) => {
      // The words of an error begin on the line of the error or a few lines below.
      return !Array.from({ length: 6 }, (_, at) => `${file}:${line + at}`).some((place) => listed.has(place));
    });
    const outside = /^(?:judge|json-schema|tokens|shapes|types)\/|^catalog\/distractors\//;
    expect(silent.filter(({ file }) => !outside.test(file))).toEqual([]);
    expect(errors.length).toBeGreaterThan(250);
  });

  it('has hints, notices, findings and help of every front room', () => {
    for (const kind of ['hint', 'notice', 'finding', 'help'] as const)
      expect(messages.filter((message) => message.kind === kind).length, kind).toBeGreaterThan(40);
    for (const room of ['cli', 'suite', 'client', 'run', 'doctor', 'verbs', 'drivers', 'trace', 'mock'])
      expect(messages.filter((message) => message.room === room).length, room).toBeGreaterThan(20);
  });

  it('finds texts however they are put together', () => {
    const texts = found(`
      const WHY = 'the disk is full';
      function bad(message: string, hint: string) { return new McptestError({ code: 'x', message, hint }); }
      export function a(n: number, file: string) {
        if (n === 1) throw bad('two reports would go there', 'Give each a file.');
        warnings.push(\`\${file} was not written: \${WHY}\`);
        tell(n > 2 ? 'many of them are gone' : 'one of them ' + 'is gone');
      }
    `).map(({ kind, text }) => [kind, text]);
    expect(texts).toEqual(
      expect.arrayContaining([
        ['error', 'two reports would go there'],
        ['hint', 'Give each a file.'],
        ['notice', '{file} was not written: the disk is full'],
        ['notice', 'many of them are gone'],
        ['notice', 'one of them is gone'],
      ]),
    );
  });
});

describe('the rules', () => {
  it('hold for every text', () => {
    expect([...complaints(messages), ...hintComplaints(messages)]).toEqual([]);
  });

  it('an error says the next step', () => {
    const silent = errorPlaces(sources).filter(({ hasHint }) => !hasHint);
    expect(silent.filter(({ code }) => !WITHOUT_HINT.includes(code))).toEqual([]);
    expect([...new Set(silent.map(({ code }) => code))].sort()).toEqual([...WITHOUT_HINT].sort());
  });

  const error = (message: string, hint = 'Do this.'): string[] => {
    const listed = found(`throw new McptestError({ code: 'x', message: '${message}', hint: '${hint}' });`);
    return [...complaints(listed), ...hintComplaints(listed)];
  };

  it.each([
    ['the file is not there', 'Name another.', []],
    ['The file is not there', 'Name another.', ['begins small']],
    ['the file is not there.', 'Name another.', ['without a full stop']],
    ['the file is not there', 'name another', ['a hint is a sentence']],
    ['the operand of it is not there', 'Name another.', ['say value']],
  ])('%s, %s', (message, hint, says) => {
    const said = error(message, hint);
    expect(said).toHaveLength(says.length);
    for (const [at, part] of says.entries()) expect(said[at]).toContain(part);
  });

  it('what is invalid needs a word about what is valid', () => {
    expect(
      complaints(found("throw new McptestError({ code: 'x', message: 'the name is invalid' });")),
    ).toHaveLength(1);
    expect(error('the name is invalid', 'Use letters and digits.')).toEqual([]);
  });
});
