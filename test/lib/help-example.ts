/** The two runs of examples/did-it-help-recorded, as a stand-in for Claude makes them over the wire. */
import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LOOPBACK_KEY,
  type Reply,
  type SeenRequest,
  startProvider,
} from '../../fixtures/provider/loopback.js';
import { nearWords } from '../../src/catalog/near/near-words.js';
import { createRanker } from '../../src/catalog/rank.js';
import { listPrice } from '../../src/drivers/prices.js';
import { synthesize } from '../../src/json-schema/synthesize.js';
import { mcptest, root } from './cli.js';

const EXAMPLE = 'did-it-help-recorded';
const MODEL = 'claude-haiku-4-5';

interface ShownTool {
  name: string;
  description?: string;
  input_schema: object;
}

/** It goes by the words of the tools that it is shown, so that another catalogue makes it choose otherwise. */
function chooseByWords({ body }: SeenRequest): Reply {
  const { messages, tools } = body as { messages: { role: string; content: unknown }[]; tools: ShownTool[] };
  if (messages.length > 1) return { text: 'Done.', usage: { input: 640, output: 5 } };
  const shown = tools.map(({ input_schema: inputSchema, ...rest }) => ({ ...rest, inputSchema }));
  const request = (messages[0]!.content as { text: string }[]).map(({ text }) => text).join(' ');
  const best = createRanker(shown, nearWords()).rank(request, 1)[0];
  if (best === undefined) return { text: 'I have no tool for that.', usage: { input: 560, output: 9 } };
  const tool = shown[best.index]!;
  const args = synthesize(tool.inputSchema)?.value as object;
  return { calls: [{ name: tool.name, args }], usage: { input: 560, output: 40 } };
}

/** Records both sides in a copy; returns the folder of its cassettes. */
export async function recordHelpExample(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-help-'));
  for (const folder of ['did-it-help', EXAMPLE])
    cpSync(join(root, 'examples', folder), join(cwd, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('cassettes'),
    });
  const provider = await startProvider('anthropic', chooseByWords);
  try {
    const models = { [MODEL]: { base_url: provider.url, price: listPrice(MODEL) } };
    appendFileSync(join(cwd, EXAMPLE, 'mcptest.yml'), `\nmodels: ${JSON.stringify(models)}\n`);
    const { code, stderr } = await mcptest(
      ['run', EXAMPLE, '--record', '--against', 'did-it-help/before.json', '--no-save'],
      { cwd, env: { ANTHROPIC_API_KEY: LOOPBACK_KEY } },
    );
    if (code !== 0) throw new Error(`recording ended with code ${code}\n${stderr}`);
    return join(cwd, EXAMPLE, 'cassettes');
  } finally {
    await provider.close();
  }
}
