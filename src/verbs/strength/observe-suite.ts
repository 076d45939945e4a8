/** `mcptest generate suite --observe`: the server is looked at, a suite is written from it, and the suite is measured. */
import { type AskedCall, Observations, outcomeOf } from '../../generate/observation.js';
import { ObservedPlace } from '../../generate/observed-expectation.js';
import {
  type GeneratedSuite,
  generateSuite,
  type SuiteOptions,
  testedPrompts,
  testedResources,
} from '../../generate/suite.js';
import { withRemark } from '../../generate/suite-head.js';
import { casesOf } from '../../generate/tool-tests.js';
import { toolPage } from '../../generate/usable-tools.js';
import { type InvocationRedactor, redactorOf } from '../../redact/open-redactor.js';
import type { Catalog } from '../../types/catalog.js';
import { plural } from '../../util/text.js';
import { type LearnedServer, type LearnInput, learnServer, suiteFolder } from '../learn.js';
import { type Observed, observeServer, type ToObserve } from './observe-server.js';
import { type MeasuredSuite, observedStrength, strengthSentence } from './observed-strength.js';

export interface ObservedSuite {
  learned: LearnedServer;
  made: Omit<GeneratedSuite, 'weak'>;
  notes: string[];
}

type Input = LearnInput & Omit<SuiteOptions, 'seen'>;

export async function observeForSuite(given: Input): Promise<ObservedSuite> {
  const redactor = redactorOf(given);
  const input = { ...given, redactor };
  let observed: Observed = { observations: new Observations(), notes: [] };
  const learned = await learnServer(input, async (catalog, { connection }) => {
    observed = await observeServer(toObserve(catalog, input), {
      connection,
      redactor,
      signal: input.signal,
    });
  });
  const { made, measured } = await writeMeasured(learned, { input, observed, redactor });
  const { weak, ...rest } = made;
  const sentence = strengthSentence(measured.strength);
  const notes = [...learned.notes, ...observed.notes, ...made.notes, sentence];
  if (weak.length > 0) notes.push(notObserved(weak));
  return { learned, made: { ...rest, suite: withRemark(rest.suite, `Measured: ${sentence}.`) }, notes };
}

function toObserve(catalog: Catalog, input: Input): ToObserve {
  const firstPage = (input.cursor ?? 0) === 0;
  return {
    tools: toolPage(catalog.tools, input).tools,
    resources: firstPage ? testedResources(catalog.resources ?? []) : [],
    prompts: firstPage ? testedPrompts(catalog.prompts ?? []) : [],
    casesOf(tool, known) {
      const { happy, edge, violation, probes } = casesOf(tool, input, known);
      const all = [happy, edge?.args, violation?.args, ...probes.map(({ args }) => args)];
      return all.filter((args) => args !== undefined);
    },
  };
}

interface Writing {
  input: Input;
  observed: Observed;
  redactor: InvocationRedactor;
}

/** A test that does not even pass on the reply that it was written from is written without it. */
async function writeMeasured(
  { catalog, target }: LearnedServer,
  { input, observed, redactor }: Writing,
): Promise<{ made: GeneratedSuite; measured: MeasuredSuite }> {
  const { observations } = observed;
  const seen = new ObservedPlace(observations, suiteFolder(input));
  const attempt = async () => {
    const made = generateSuite(catalog, target, { ...input, seen });
    const measured = await observedStrength({
      text: made.suite,
      file: input.suite_file ?? 'mcptest.yml',
      cwd: input.cwd ?? process.cwd(),
      env: input.env,
      redactor,
      answersTo: (call) => observations.of(call),
    });
    return { made, measured };
  };
  const first = await attempt();
  const wrong = first.measured.rejected.filter((call) => isHeld(call, observed));
  if (wrong.length === 0) return first;
  for (const call of wrong) observations.forget(call);
  return attempt();
}

function isHeld(call: AskedCall, { observations }: Observed): boolean {
  return outcomeOf(observations.of(call) ?? []) === 'succeeds';
}

const MAX_NAMED = 8;

function notObserved(weak: string[]): string {
  const named = weak.slice(0, MAX_NAMED).join(', ') + (weak.length > MAX_NAMED ? ' …' : '');
  return `${plural(weak.length, 'test')} assert nothing of an answer, since no useful one was seen: ${named}. Give them arguments that the server knows, or let \`propose_assertions\` look at one call`;
}
