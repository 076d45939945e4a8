/** Letters, words and marks that mean nothing. */
import type { Family } from './families.js';

const after = (name: string, added: string): Family => ({ name, change: (text) => `${text} ${added}` });
const below = (name: string, added: string): Family => ({ name, change: (text) => `${text}\n\n${added}` });

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.';
const NOUNS =
  'apple bridge candle desert engine feather garden hammer island jacket kettle ladder mirror needle';

export const PADDING: readonly Family[] = [
  below('placeholder text', LOREM),
  below('a page of placeholder text', Array.from({ length: 6 }, () => LOREM).join('\n\n')),
  after('words that have nothing to do with it', `${NOUNS}.`),
  after('a sentence of such words', `The ${NOUNS.replaceAll(' ', ' and the ')} are here.`),
  after(
    'such words in guidance',
    'Use this when the apple is in the garden; do not use it for the bridge, use the ladder instead.',
  ),
  after(
    'such words as facts',
    'Requires a candle. Fails if the kettle is cold. Limited to four feathers. Returns a jacket.',
  ),
  after('numbers', '1 2 3 5 8 13 21 34 55 89 144 233 377'),
  after('numbers as facts', '10. 100 MB. 30 seconds. 404. 500.'),
  after('random letters', 'qwe rtz uio asd fgh jkl yxc vbn mqw ert zui opa.'),
  below('lines and bullets', '---\n***\n- \n- \n* * *'),
  after('emoji', '🚀🔥✨💯🎉 ✅ ✅ ✅'),
  below('links', 'https://example.com/docs https://example.com/limits https://example.com/errors'),
  below('a block of code', '```js\nfor (let i = 0; i < 10; i += 1) console.log(i);\n```'),
  below('JSON of something else', '{"colour": "red", "wheels": 4, "doors": {"left": 2, "right": 2}}'),
  below('a licence', 'Licensed under the terms of the licence that comes with it. All rights reserved.'),
  below('a greeting', 'Hello and welcome! We hope that you like it. Have a nice day.'),
  { name: 'exclamation marks', change: (text) => `${text.replace(/[.\s]+$/, '')}!!!` },
  { name: 'in capitals', change: (text) => text.toUpperCase() },
  { name: 'in quotation marks', change: (text) => `"${text}"` },
  { name: 'as a heading', change: (text) => `# ${text}` },
  { name: 'under a heading with the name', change: (text, { name }) => `# ${name}\n\n${text}` },
  { name: 'with the name before it', change: (text, { name }) => `${name}: ${text}` },
  { name: 'this tool is a tool', change: (text) => `This tool is a tool that can be used. ${text}` },
  {
    name: 'with small words before it',
    change: (text) => `As you can see, in order to be used, please note: ${text}`,
  },
  below(
    'proverbs',
    'A stitch in time saves nine. Before you leap, look. If it rains, it pours. Errors are human.',
  ),
];
