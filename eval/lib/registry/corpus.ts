/** The Toucan set repeated with variations, up to any number of tools, as a file with a catalogue a line. */
import { createWriteStream } from 'node:fs';
import type { Catalog } from '../../../src/types/catalog.js';
import { toucanCatalogues } from '../catalogues.js';

/** As many tools as a server of a registry has on average. */
const TOOLS_A_SERVER = 230_000 / 15_000;

export function corpusOf(data: string) {
  const catalogues = toucanCatalogues(data);

  /** Server `at`: tools of neighbouring servers of the set, each with a word of its own in the description. */
  function variation(at: number, most: number): Catalog {
    const wanted = Math.min(
      most,
      Math.max(1, Math.round(TOOLS_A_SERVER * (0.2 + 1.6 * (((at * 7919) % 1000) / 1000)))),
    );
    const tools = new Map<string, Catalog['tools'][number]>();
    for (let from = at; tools.size < wanted; from += 1) {
      for (const tool of catalogues[from % catalogues.length]?.tools ?? []) {
        if (tools.size >= wanted || typeof tool.name !== 'string') break;
        const description =
          tool.description === undefined ? undefined : `${tool.description} For tenant ${at}.`;
        tools.set(tool.name, { ...tool, description });
      }
    }
    return { server: `registry/server-${at}`, tools: [...tools.values()] };
  }

  /** Until there are so many tools, or so many bytes. */
  async function writeCorpus(
    file: string,
    size: number,
    bytes = Number.POSITIVE_INFINITY,
  ): Promise<{ servers: number; tools: number }> {
    const out = createWriteStream(file);
    let [servers, tools] = [0, 0];
    while (tools < size && out.bytesWritten < bytes) {
      const catalog = variation(servers, size - tools);
      servers += 1;
      tools += catalog.tools.length;
      if (!out.write(`${JSON.stringify(catalog)}\n`))
        await new Promise<void>((done) => out.once('drain', () => done()));
    }
    await new Promise<void>((done) => out.end(() => done()));
    return { servers, tools };
  }

  return { variation, writeCorpus };
}
