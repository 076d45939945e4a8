/** One word for one thing: the words of the command line, and what is said against a list of options that breaks them. */

import { groupBy } from '../../src/util/group-by.js';
import type { DeclaredOption } from './declared-options.js';

export interface Concept {
  thing: string;
  /** The words for it: one, and those that stay because of where they stand. */
  words: string[];
  /** What is said of an option that means it. */
  means: RegExp;
}

export const VOCABULARY: Concept[] = [
  { thing: 'kind of report of a run', words: ['--reporter'], means: /\bminimal, json\b.*\(repeatable\)/ },
  {
    thing: 'kind of output of everything else',
    words: ['--format', '--json'],
    means: /^how to print|^the same as --format/,
  },
  {
    thing: 'file for the output',
    words: ['--output'],
    means: /write (?:it |the report |the output )?to (?:a|this) file/,
  },
  {
    thing: 'saved catalogue',
    words: ['--from', '--tools-from'],
    means: /^(?!a second).*(?:saved catalogue|saved tools\/list)/,
  },
  { thing: 'suite', words: ['--config'], means: /\bsuite file/ },
  { thing: 'saved run as input, where paths are suites', words: ['--run'], means: /judge a saved run/ },
  {
    thing: 'earlier result of the same kind',
    words: ['--compare'],
    means: /\bsince an earlier|\bearlier result/,
  },
  {
    thing: 'second catalogue or server in the same run',
    words: ['--against'],
    means: /second (?:catalogue|server)/,
  },
  {
    thing: 'accepted findings, expected failures',
    words: ['--baseline'],
    means: /^a file of what is accepted/,
  },
  { thing: 'accept what is there now', words: ['--update', '--update-snapshots'], means: /^accept\b(?!ed)/ },
  { thing: 'stop at the first failure', words: ['--bail'], means: /stop (?:after|at) the first/ },
  { thing: 'gate by severity', words: ['--fail-on'], means: /exit (?:with )?1 .*severity/ },
  {
    thing: 'gate by number',
    words: ['--fail-under', '--min-drop'],
    means: /exit (?:with )?1 (?:below|under|when)|^fail when/,
  },
  { thing: 'time for one test', words: ['--timeout'], means: /how long (?:one|a|each) test/ },
  {
    thing: 'time for one request',
    words: ['--request-timeout'],
    means: /how long (?:one|a|each) (?:request|verb|call)/,
  },
  { thing: 'time for the whole command', words: ['--deadline'], means: /how long the whole|in all/ },
  { thing: 'port', words: ['--port'], means: /\bport\b/ },
  { thing: 'lock file', words: ['--lock'], means: /\block file|^the lock\b/ },
];

/** The recorder writes files of its own, and a comparison has no severities: these words mean that nowhere else. */
const OWN_WORDS = new Set(['proxy --record', 'proxy --format', 'report --fail-on']);

/** What two people could understand differently, one line each. */
export function conflicts(options: readonly DeclaredOption[], vocabulary = VOCABULARY): string[] {
  const current = options.filter(({ old }) => !old);
  return [...twoMeanings(current), ...twoWords(current), ...againstVocabulary(current, vocabulary)];
}

/** One word with two meanings, or with values of two kinds. */
function twoMeanings(all: readonly DeclaredOption[]): string[] {
  const options = all.filter(({ command, word }) => !OWN_WORDS.has(`${command} ${word}`));
  return [...groupBy(options, ({ word }) => word)].flatMap(([word, uses]) => {
    const said = [...groupBy(uses, ({ value, about }) => `${value} ${meaning(about)}`.trim())];
    if (said.length < 2) return [];
    const each = said.map(([text, by]) => `"${text}" in ${by.map(({ command }) => command).join(', ')}`);
    return [`${word} means two things: ${each.join('; ')}`];
  });
}

/** One meaning with two words. */
function twoWords(options: readonly DeclaredOption[]): string[] {
  return [...groupBy(options, ({ about }) => meaning(about))].flatMap(([text, uses]) => {
    const words = [...new Set(uses.map(({ word }) => word))];
    return words.length < 2 ? [] : [`"${text}" has two words: ${words.join(', ')}`];
  });
}

function againstVocabulary(options: readonly DeclaredOption[], vocabulary: readonly Concept[]): string[] {
  return options.flatMap(({ command, word, about }) =>
    vocabulary
      .filter(({ words, means }) => means.test(about) && !words.includes(word))
      .map(({ thing, words }) => `${word} of ${command} is a ${thing}, and the word for that is ${words[0]}`),
  );
}

/** What an option is, without what holds of one command only: that stands behind a colon, in brackets or after a semicolon. */
export function meaning(about: string): string {
  return (about.split(/:\s|\s\(|;/)[0] ?? '').trim();
}
