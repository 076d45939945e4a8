/**
 * Where judges are asked: once in a run for the same question about the same text, whichever tests want to know. What
 * they say is handed back as data; tests are judged by that alone, so that a saved run can be judged again for nothing.
 */
import { createDriver, missingKey } from '../../drivers/create.js';
import type { Pace } from '../../drivers/pace.js';
import { priceOf } from '../../drivers/prices.js';
import { askRubric } from '../../judge/ask-rubric.js';
import { bookOf, type JudgeQuestion, questionName, subjectKey } from '../../match/judging/rubric.js';
import type { JudgementBook } from '../../match/types.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ModelSpec } from '../../types/driver.js';
import type { RecordedJudgement } from '../../types/judging.js';
import type { Suite } from '../../types/suite.js';
import type { Judgement, JudgementPart } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import { canonicalJson } from '../../util/canonical-json.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip } from '../../util/text.js';
import { boundDriver } from '../agent/bounds.js';
import type { Budget } from '../agent/budget.js';
import { paidDriver } from '../agent/paid-driver.js';
import { runScorer, type StartProgram } from './run-scorer.js';
import type { Said } from './test-judging.js';

const TURN_TIMEOUT_MS = 120_000;
const LONGEST_EXCERPT = 200;

export interface JudgeSettings {
  env: Readonly<Record<string, string | undefined>>;
  paceOf(model: ModelSpec): Pace;
  /** Undefined where nobody is called so; throws for a name that nobody knows. */
  modelOf(suite: Suite, name: string): ModelSpec | undefined;
  /** What was recorded of the suite; then nobody is asked. */
  recorded(suite: Suite): ReadonlyMap<string, RecordedJudgement> | undefined;
  redactor: Redactor;
  signal?: AbortSignal;
}

/** On whose behalf somebody is asked. */
export interface Asker {
  suite: Suite;
  /** Everything is played, so that nobody may be asked. */
  replayed?: boolean;
  budget?: Budget;
  start: StartProgram;
}

interface Told {
  said: Judgement;
  recording?: RecordedJudgement;
}

export class JudgeDesk {
  readonly #told = new Map<string, Promise<Told>>();
  readonly #recordings = new Map<Suite, Map<string, RecordedJudgement>>();

  constructor(private readonly settings: JudgeSettings) {}

  /** What judges say of everything that `evaluate` wants to know; it is called until it wants nothing more. */
  async judgeAll(asker: Asker, evaluate: (book: JudgementBook) => Promise<readonly Check[]>): Promise<Said> {
    const known = new Map<string, Judgement>();
    for (;;) {
      const wanted = new Map<string, JudgeQuestion>();
      const checks = await evaluate({
        find(question) {
          const name = questionName(question);
          const found = known.get(name);
          if (found === undefined) wanted.set(name, question);
          return found;
        },
      });
      if (wanted.size === 0) return { judgements: [...known.values()], book: bookOf([...known.values()]) };
      const isLost = checks.some(({ outcome }) => outcome === 'fail');
      await Promise.all(
        [...wanted].map(async ([name, question]) => {
          known.set(name, isLost ? unasked(question) : await this.ask(asker, question));
        }),
      );
    }
  }

  async ask(asker: Asker, question: JudgeQuestion): Promise<Judgement> {
    const model = question.by === 'model' ? this.settings.modelOf(asker.suite, question.judge) : undefined;
    const who = model ? [model.provider, model.model, model.base_url] : [asker.suite.file];
    const key = canonicalJson([questionName(question), who, asker.replayed ?? false]);
    const told = this.#told.get(key) ?? this.#look(asker, question, model);
    this.#told.set(key, told);
    const { said, recording } = await told;
    if (recording) this.#keep(asker.suite, recording);
    return said;
  }

  /** Whether nobody is asked for this suite, since it was recorded. */
  plays(suite: Suite): boolean {
    return this.settings.recorded(suite) !== undefined;
  }

  /** What a recording of the suite holds. */
  recordings(suite: Suite): RecordedJudgement[] {
    return [...(this.#recordings.get(suite)?.values() ?? [])];
  }

  #keep(suite: Suite, recording: RecordedJudgement): void {
    const kept = this.#recordings.get(suite) ?? new Map();
    this.#recordings.set(suite, kept.set(recordingName(recording), recording));
  }

  async #look(asker: Asker, question: JudgeQuestion, model: ModelSpec | undefined): Promise<Told> {
    const { by, judge } = question;
    const said: Judgement = {
      metric: by === 'model' ? 'llm_judge' : 'scorer',
      model: judge,
      of: subjectKey(question),
    };
    const { redactor } = this.settings;
    const answer = (parts: JudgementPart[]): Told => {
      const shown = parts.map((part) => redactedPart(part, redactor));
      const recording = omitUndefined<RecordedJudgement>({
        by,
        judge,
        provider: model?.provider,
        model: model?.model,
        of: said.of!,
        asks: question.asks,
        text: clip(question.text, LONGEST_EXCERPT),
        parts: shown,
      });
      return { said: { ...said, parts: shown }, recording };
    };
    const problem = (text: string): Told => ({ said: { ...said, problem: redactor.text(text) } });
    const recorded = this.settings.recorded(asker.suite);
    const found = recorded?.get(
      recordingName({ by, judge, provider: model?.provider, model: model?.model, of: said.of! }),
    );
    if (found) return answer(found.parts);
    if (by === 'scorer') {
      const scored = await runScorer(asker.suite, judge, question.text, {
        start: asker.start,
        signal: this.settings.signal,
      });
      return 'problem' in scored ? problem(scored.problem) : answer([scored]);
    }
    if (model === undefined)
      return problem('no judge is named: write `model`, or an entry `judge` in `models`');
    if (recorded !== undefined || asker.replayed) return problem(NOT_RECORDED);
    const missing = missingKey(model, this.settings.env);
    if (missing !== undefined) return problem(missing);
    const asked = await this.#askModel(asker, question, model);
    return asked.parts ? answer(asked.parts) : problem(asked.problem ?? 'no answer');
  }

  async #askModel({ budget }: Asker, question: JudgeQuestion, model: ModelSpec) {
    const { env, paceOf, signal } = this.settings;
    const price = priceOf(model);
    const driver = boundDriver(createDriver(model, { env, pace: paceOf(model) }));
    const paid = budget && price ? paidDriver(driver, price, budget) : driver;
    return askRubric(paid, question, { timeout_ms: TURN_TIMEOUT_MS, signal });
  }
}

const NOT_RECORDED =
  'the judgement of this text is not recorded, so the judge is not called; record again with --record, or call it with --live';

export function recordingName({
  by,
  judge,
  provider,
  model,
  of,
}: Pick<RecordedJudgement, 'by' | 'judge' | 'provider' | 'model' | 'of'>): string {
  return canonicalJson([by, judge, provider ?? null, model ?? null, of]);
}

/** What fails anyway is not judged for money. */
function unasked(question: JudgeQuestion): Judgement {
  const metric = question.by === 'model' ? 'llm_judge' : 'scorer';
  const problem = 'no judge was called, because another check already failed';
  return { metric, model: question.judge, of: subjectKey(question), problem };
}

function redactedPart(part: JudgementPart, redactor: Redactor): JudgementPart {
  return part.reason === undefined ? part : { ...part, reason: redactor.text(part.reason) };
}
