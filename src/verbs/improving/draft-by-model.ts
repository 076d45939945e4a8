/** `mcptest generate cases --model`: requests that a model of the user's drafts. */
import { resolve } from 'node:path';
import { type CaseAsk, casesByModel } from '../../generate/cases-by-model.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';
import type { CasesInput, Scaffold } from '../generate.js';
import { learnServer } from '../learn.js';

type Made = Awaited<ReturnType<typeof casesByModel>>;

export async function draftByModel(input: CasesInput, model: string): Promise<Scaffold<Made>> {
  const ask = await openModel(input, model);
  const { catalog, notes, poisoned, closing } = await learnServer(input);
  const made = await casesByModel(catalog, input, ask);
  if (made.tools_covered === 0) {
    await closing;
    throw new McptestError({
      code: 'no-drafts',
      message: `${model} drafted no request. ${made.notes[0] ?? ''}`.trimEnd(),
      hint: 'Leave --model away: rules draft without a model.',
      exitCode: EXIT.inconclusive,
    });
  }
  const { calls, cost_usd } = ask.books();
  const cost = cost_usd === undefined ? '' : `, $${cost_usd.toFixed(4)}`;
  const result = { ...made, notes: [...notes, ...made.notes, `${model} was asked ${calls} times${cost}`] };
  return { result, catalog, poisoned, closing };
}

async function openModel(
  input: CasesInput,
  name: string,
): Promise<CaseAsk & { books(): { calls: number; cost_usd?: number } }> {
  const { judgeInput } = await import('../judge-input.js');
  const { openModelOf } = await import('../../tdqs/open-judge.js');
  const asked = await judgeInput({ ...input, judge: name }, resolve(input.cwd ?? process.cwd()));
  const opened = await openModelOf(name, asked).catch((error: unknown) => {
    throw draftsNothing(error, name) ?? error;
  });
  return { ...opened, signal: input.signal, books: () => opened.ledger.read() };
}

/** What stands in for a model elsewhere drafts nothing, and is no next step. */
function draftsNothing(error: unknown, name: string): McptestError | undefined {
  if (!(error instanceof McptestError)) return undefined;
  const standIn = error.code === 'bad-judge';
  if (!standIn && (error.code !== 'unknown-model' || !/\b(?:scripted|lexical)\b/.test(error.hint ?? '')))
    return undefined;
  return new McptestError({
    code: 'unknown-model',
    message: standIn
      ? `${oneLine(name)} stands in for the model of an agent test, and drafts no requests`
      : error.message,
    hint: 'Name a model of a provider, or declare it under models: with provider, model and base_url. Without --model, rules draft.',
    exitCode: EXIT.usage,
  });
}
