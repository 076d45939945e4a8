/** What is good and bad about the definitions of a server's tools: lint findings and the TDQS. */
import { resolve } from 'node:path';
import type { LintResult } from '../lint/engine.js';
import { savedCatalogs } from '../target/catalogs.js';
import { openJudge } from '../tdqs/open-judge.js';
import type { CatalogDiff } from '../types/catalog-diff.js';
import type { ServerScore } from '../types/tdqs.js';
import { type LearnInput, learnServer } from './learn.js';

export interface Linted {
  result: LintResult;
  closing: Promise<unknown>;
}

export async function lintTools(input: LearnInput & { rules?: string[] }): Promise<Linted> {
  const { catalog, closing } = await learnServer(input);
  const { lintCatalog } = await import('../lint/engine.js');
  return { result: lintCatalog([catalog], { rules: input.rules }), closing };
}

export interface Scored {
  result: ServerScore;
  closing: Promise<unknown>;
}

/** By the offline judge: no model is asked, and the same definitions give the same score. */
export async function scoreTools(input: LearnInput): Promise<Scored> {
  const { catalog, closing } = await learnServer(input);
  const { scoreServer } = await import('../tdqs/server-score.js');
  const env = input.env ?? process.env;
  const { judge } = await openJudge({ judge: 'offline', workspace: input.workspace ?? '.', env });
  return { result: await scoreServer(catalog, { judge, scoredAt: new Date().toISOString() }), closing };
}

export interface Diffed {
  result: CatalogDiff;
  closing: Promise<unknown>;
}

/** A saved catalogue or lock beside what a server offers now, or beside another file. */
export async function diffTools(before: string, after: LearnInput): Promise<Diffed> {
  const old = await savedCatalogs(resolve(after.cwd ?? process.cwd(), before), before);
  const { catalog, closing } = await learnServer(after);
  const { diffCatalogs } = await import('../catalog/diff.js');
  const same = old.filter(({ server }) => server === catalog.server);
  // One catalogue beside one: what each calls the server is not what changed.
  const [only] = old.length === 1 ? old : same;
  const compared = only === undefined ? old : [{ ...only, server: catalog.server }];
  return { result: diffCatalogs(compared, [catalog]), closing };
}
