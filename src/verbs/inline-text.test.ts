import { expect, it } from 'vitest';
import { textToKeep } from './inline-text.js';

const env = { DEPOT_TOKEN: 'abc+/"9f86d081', OTHER_KEY: '9f86', HOME: '/somewhere/else' };

it('a secret of the environment is read from its variable, however it is quoted', () => {
  const text = `# kept
servers:
  web: { url: 'https://h/mcp?k=abc+/"9f86d081', headers: { x-key: "abc+/\\"9f86d081" } }
tools:
  - name: uses abc+/"9f86d081
    args: { in: /somewhere/else, pin: 9f86 }
`;
  expect(textToKeep(text, env)).toBe(`# kept
servers:
  web: { url: "https://h/mcp?k=\${env:DEPOT_TOKEN}", headers: { x-key: "\${env:DEPOT_TOKEN}" } }
tools:
  - name: "uses [secret:DEPOT_TOKEN]"
    args: { in: /somewhere/else, pin: 9f86 }
`);
});

it('a text without one is kept to the letter', () => {
  const text = 'servers:   {}\n\ntools: [ ]   # as it is\n';
  expect(textToKeep(text, env)).toBe(text);
});
