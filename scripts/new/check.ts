/** A check of `compliance:`, such as `ping`: one question to a server, held against the protocol. */
import { addBefore, addImport, identifier, type Kind, kebab, pascal, Refusal } from './kind.js';

const PATHS = {
  room: 'src/run',
  dispatch: 'src/run/compliance.ts',
  block: 'src/suite/blocks/compliance.ts',
  types: 'src/types/suite.ts',
};

export const check: Kind = {
  form: 'it is a method of the protocol, or a word in kebab-case (resources/templates/list, unknown-method)',
  pattern: /^[a-z]+([-/][a-z]+)*$/,
  plan(name, tree) {
    identifier(name);
    if (new RegExp(`^ {2}'${name}',`, 'm').test(tree.read(PATHS.block)))
      throw new Refusal(`there is a check "${name}" already: ${PATHS.block}`);
    const [ask, file] = [`ask${pascal(name)}`, `compliance-${kebab(name)}`];
    return {
      files: {
        [`${PATHS.room}/${file}.ts`]: checkText(name, ask),
        [`${PATHS.room}/${file}.test.ts`]: testText(name, ask, file),
      },
      edits: [
        addBefore(PATHS.block, /^\] as const;/m, `  '${name}',\n`),
        {
          file: PATHS.types,
          find: /^ {2}check\?: 'initialize'(?: \| '[^']+'|\s+\| '[^']+')*/m,
          put: (found) => `${found} | '${name}'`,
        },
        addImport(PATHS.dispatch, `import { ${ask} } from './${file}.js';`),
        addBefore(
          PATHS.dispatch,
          /^ {2}const listing = await connection\.list\(call\.check, options\);/m,
          `  if (call.check === '${name}') {
    const { reply, faults } = await ${ask}(connection, options);
    return { reply, checks: [answered(reply, '${name}', () => faults)] };
  }
`,
        ),
      ],
      next: [
        `${PATHS.room}/${file}.ts: what is asked, and what of the answer breaks the protocol.`,
        `A server that breaks it: a fault of fixtures/chaos-mcp/server.mjs, and a case in test/chaos.test.ts.`,
      ],
    };
  },
};

function checkText(name: string, ask: string): string {
  return `/** \`check: ${name}\` of \`compliance:\`. */
// TODO: what the protocol demands, with the section of the specification.
import type { Connection, Reply } from '../types/connection.js';
import { isObject } from '../util/plain.js';

export async function ${ask}(
  connection: Connection,
  options: { timeout_ms: number; signal?: AbortSignal },
): Promise<{ reply: Reply; faults: string[] }> {
  const reply = await connection.request('${name}', {}, options);
  const wrong = reply.kind === 'result' && !isObject(reply.result);
  return { reply, faults: wrong ? ['the result is not an object'] : [] };
}
`;
}

function testText(name: string, ask: string, file: string): string {
  return `import { expect, it } from 'vitest';
import type { Connection } from '../types/connection.js';
import { ${ask} } from './${file}.js';

const faultsOf = async (result: unknown) => {
  const reply = { kind: 'result', result, duration_ms: 1, progress: [] };
  const connection = { request: async () => reply } as unknown as Connection;
  return (await ${ask}(connection, { timeout_ms: 1000 })).faults;
};

// TODO: an answer for each sentence of the specification.
it('${name}: takes a right answer, and tells a wrong one', async () => {
  expect(await faultsOf({})).toEqual([]);
  expect(await faultsOf('text')).toEqual(['the result is not an object']);
});
`;
}
