/** `mcptest init --registry`: a first `server.json` for the official registry. Nothing is started. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { draftServerJson } from '../../manifest/draft.js';
import { readText } from '../../source/read-text.js';
import { writeAtomic } from '../../store/files.js';
import { McptestError } from '../../util/errors.js';
import { isObject } from '../../util/plain.js';
import { sourceEnv } from './manifests.js';

export interface RegistryDraftInput {
  cwd?: string;
  /** The file to write; `server.json` unless told. */
  file?: string;
  force?: boolean;
}

export interface RegistryDraft {
  file: string;
  name: string;
  /** What is left to do. */
  notes: string[];
}

export async function draftRegistry(input: RegistryDraftInput): Promise<RegistryDraft> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const file = input.file ?? 'server.json';
  if (existsSync(resolve(cwd, file)) && !input.force)
    throw new McptestError({
      code: 'file-exists',
      message: `${file} is there already`,
      hint: 'See what is wrong with it with mcptest audit, or overwrite it with --force.',
    });
  const own = parsed(await readText(resolve(cwd, 'package.json'), 'package.json'));
  const env = await sourceEnv(cwd);
  const { text, name, notes } = draftServerJson({ package: own, env });
  await writeAtomic(resolve(cwd, file), text);
  const unknown =
    env === undefined ? ['no source was found here: add the environment variables yourself'] : [];
  return { file, name, notes: [...notes, ...unknown] };
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (isObject(value)) return value;
  throw new McptestError({
    code: 'package-unnamed',
    message: 'package.json is not a JSON object',
    hint: 'Fix it first; npm cannot read it either.',
  });
}
