import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../test/lib/cli.js';
import { listTools } from './introspect.js';
import { mockOverHttp } from './mock.js';

const manifest = join(root, 'examples/real-servers/servers/shelf.yml');

it('serves over HTTP until it is told to stop', async () => {
  const stop = new AbortController();
  let told: (line: string) => void = () => {};
  const address = new Promise<string>((done) => {
    told = done;
  });
  const served = mockOverHttp(manifest, 0, { log: (line) => told(line), signal: stop.signal });
  const url = (await address).replace('mock: ', '');
  const { result, closing } = await listTools({ url });
  await closing;
  expect(result.tools).toHaveLength(3);
  stop.abort();
  await served;
  await expect(listTools({ url, request_timeout_ms: 2000 })).rejects.toMatchObject({ exitCode: 3 });
});
