/** `mcptest tdqs serve`: the API and the pages of a registry, until they are told to stop. */
import { type ServedRegistry, serveRegistry } from '../../registry/serve/serve.js';
import { openStore } from '../../registry/store.js';
import type { RegistryDrawing } from '../../types/registry-pages.js';

export interface ServeInput {
  store: string;
  judge?: string | undefined;
  port?: number | undefined;
  listen?: string | undefined;
  allow_host?: readonly string[] | undefined;
  draw: RegistryDrawing;
  on_progress?: (done: number) => void;
  on_trouble?: (message: string) => void;
}

export async function openRegistry(input: ServeInput): Promise<ServedRegistry> {
  const store = await openStore(input.store, { must_exist: true });
  try {
    const served = await serveRegistry({
      store,
      draw: input.draw,
      judge: input.judge,
      port: input.port ?? 0,
      listen: input.listen ?? '127.0.0.1',
      hosts: input.allow_host ?? [],
      on_progress: input.on_progress ?? (() => {}),
      on_trouble: input.on_trouble ?? (() => {}),
    });
    return {
      url: served.url,
      close: async () => {
        await served.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
