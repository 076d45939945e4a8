/** The drafts of `mcptest init` that pass: what fails the first round is tried with what it may say instead. */
import { type Draft, type Drafts, NO_SUCH_TOOL } from '../generate/init-suite.js';

/** `passing` runs drafts and gives the names of the tests that pass. */
export async function keepPassing(
  drafts: Draft[],
  passing: (drafts: Draft[]) => Promise<Set<string>>,
): Promise<Draft[]> {
  const first = await passing(drafts);
  const second = drafts.flatMap((draft) =>
    first.has(draft.test.name) || !draft.otherwise ? [] : [{ draft, other: otherwise(draft) }],
  );
  const tried = second.map(({ other }) => other);
  const again = tried.length === 0 ? new Set<string>() : await passing(tried);
  return drafts.flatMap((draft) => {
    if (first.has(draft.test.name)) return [draft];
    const other = second.find((one) => one.draft === draft)?.other;
    return other && again.has(other.test.name) ? [other] : [];
  });
}

function otherwise(draft: Draft): Draft {
  return { kind: draft.kind, test: { ...draft.test, ...draft.otherwise } as Draft['test'] };
}

/** The tools that lost their only test, and why. */
export function droppedTools(all: Draft[], kept: Draft[]): Drafts['left'] {
  const tools = new Set(kept.map(({ test }) => test.tool));
  return all
    .filter(({ kind, test }) => kind === 'tools' && test.tool !== NO_SUCH_TOOL && !tools.has(test.tool))
    .map(({ test }) => ({
      tool: String(test.tool),
      why:
        test.args === undefined
          ? 'its answer to a call without arguments makes no test'
          : 'its answer to made-up arguments makes no test; write one with values that it knows',
    }));
}
