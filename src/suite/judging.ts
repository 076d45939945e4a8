/**
 * `evals:`, `scorers:` and `calibration:` in the tests that they are about: an eval is an assertion of each test that it
 * judges, a calibration is a test of its own. Nothing further down needs to know where an assertion was written.
 */
import { resolve } from 'node:path';
import type { Path } from '../source/spots.js';
import type { CalibrationCall } from '../types/judging.js';
import type { Assertion, Expectation, Place, Suite, TestSpec } from '../types/suite.js';
import { nameHint } from '../util/did-you-mean.js';
import { parseDuration } from '../util/duration.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { agentTests } from './agent-entries.js';
import { judgeAgentTarget } from './agent-targets.js';
import { juryProblem, type RawCalibration, type RawEval, type RawScorers } from './blocks/judging.js';
import { skipReason, testEntries } from './entries.js';
import { judgeTarget } from './matchers.js';
import type { Complaint } from './shape.js';

type Map = Record<string, unknown>;

/** Kinds whose answers hold nothing to read. */
const UNREAD = new Set(['tool_quality', 'tdqs', 'security', 'compliance', 'calibration', 'capabilities']);

interface Judgeable {
  name: string;
  tags: string[];
  isAgent: boolean;
}

export function checkJudging(suite: Map, imported: (path: Path) => boolean): Complaint[] {
  const evals = listOf(suite, 'evals');
  const scorers = Object.keys(isObject(suite.scorers) ? suite.scorers : {});
  const tests = judgeables(suite, imported);
  return [
    ...evals.flatMap((one, index) => checkEval(one, ['evals', index], { scorers, tests })),
    ...listOf(suite, 'calibration').flatMap((one, index) =>
      checkCalibration(one, ['calibration', index], evals, tests),
    ),
    ...unknownScorers(suite, [], scorers),
  ];
}

function listOf(suite: Map, key: string): Map[] {
  const value = ownValue(suite, key);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function judgeables(suite: Map, imported: (path: Path) => boolean): Judgeable[] {
  const plain = testEntries(suite).filter(({ kind }) => !UNREAD.has(kind));
  const of = (value: Map, isAgent: boolean): Judgeable => {
    const tags = ownValue(value, 'tags');
    return {
      name: String(ownValue(value, 'name')),
      tags: Array.isArray(tags) ? tags.map(String) : [],
      isAgent,
    };
  };
  return [
    ...plain.map(({ value }) => of(value, false)),
    ...agentTests(suite, imported).map(({ whole, value }) => of({ ...whole, name: value.name }, true)),
  ];
}

interface Known {
  scorers: string[];
  tests: Judgeable[];
}

function checkEval(one: Map, path: Path, known: Known): Complaint[] {
  const out = [...checkJudge(one, path), ...checkNames(one, path, known)];
  const target = ownValue(one, 'target');
  if (typeof target === 'string' && judgeTarget(target).length > 0 && judgeAgentTarget(target).length > 0)
    out.push(...judgeTarget(target).map((complaint) => ({ ...complaint, path: [...path, 'target'] })));
  if (out.length === 0 && !known.tests.some((test) => judges(one as RawEval, test)))
    out.push({ path, message: 'this eval judges no test of the suite' });
  return out;
}

const APART = [
  ['model', 'scorer'],
  ['jurors', 'scorer'],
  ['quorum', 'scorer'],
  ['model', 'jurors'],
] as const;

/** One judge, one jury, or one scorer. */
function checkJudge(one: Map, path: Path): Complaint[] {
  const has = (key: string): boolean => ownValue(one, key) !== undefined;
  const out: Complaint[] = APART.filter(([a, b]) => has(a) && has(b)).map(([a, b]) => ({
    path: [...path, a],
    message: `\`${a}\` and \`${b}\` cannot both be given`,
    at_key: true,
  }));
  if (has('rubric') === has('scorer'))
    out.push({ path, message: 'an eval needs `rubric` or `scorer`, and not both' });
  if (has('quorum') && !has('jurors'))
    out.push({ path: [...path, 'quorum'], message: '`quorum` needs `jurors`', at_key: true });
  const jury = juryProblem(one);
  return jury === undefined ? out : [...out, { path, message: `an eval with jurors ${jury}` }];
}

function checkNames(one: Map, path: Path, { scorers, tests }: Known): Complaint[] {
  const scorer = ownValue(one, 'scorer');
  const named = ownValue(one, 'tests');
  const names = tests.map((test) => test.name);
  const isUnknown = (name: unknown): name is string => typeof name === 'string' && !names.includes(name);
  return [
    ...(typeof scorer === 'string' && !scorers.includes(scorer)
      ? [noSuch('scorer', scorer, scorers, [...path, 'scorer'])]
      : []),
    ...(Array.isArray(named) ? named : []).flatMap((name, index) =>
      isUnknown(name) ? [noSuch('test', name, names, [...path, 'tests', index])] : [],
    ),
  ];
}

function checkCalibration(one: Map, path: Path, evals: Map[], tests: Judgeable[]): Complaint[] {
  const out: Complaint[] = [];
  const names = evals.map((each) => String(ownValue(each, 'name')));
  const of = ownValue(one, 'eval');
  if ((of === undefined) === (ownValue(one, 'rubric') === undefined))
    out.push({ path, message: 'a calibration needs `rubric` or `eval`, and not both' });
  if (typeof of === 'string' && !names.includes(of)) out.push(noSuch('eval', of, names, [...path, 'eval']));
  const found = evals.find((each) => ownValue(each, 'name') === of);
  if (found && ownValue(found, 'rubric') === undefined)
    out.push({ path: [...path, 'eval'], message: `the eval \`${shown(of)}\` has no rubric` });
  const name = ownValue(one, 'name');
  if (tests.some((test) => test.name === name))
    out.push({
      path: [...path, 'name'],
      message: `the name \`${shown(name)}\` is taken by a test`,
      hint: 'give the calibration its own name',
    });
  return out;
}

/** `scorer:` in an `expect:` names one that is declared. */
function unknownScorers(value: unknown, path: Path, scorers: string[], inside = false): Complaint[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => unknownScorers(one, [...path, index], scorers, inside));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...path, key];
    if (inside && key === 'scorer') {
      const name = typeof one === 'string' ? one : ownValue(one, 'name');
      return typeof name === 'string' && !scorers.includes(name) ? [noSuch('scorer', name, scorers, at)] : [];
    }
    return unknownScorers(one, at, scorers, inside || key === 'expect');
  });
}

function noSuch(noun: string, name: string, known: string[], path: Path): Complaint {
  const hint = nameHint(
    name,
    known,
    noun === 'test' ? 'name a test of this suite' : `declare it in \`${noun}s\``,
  );
  return { path, message: `there is no ${noun} \`${shown(name)}\``, hint };
}

function shown(name: unknown): string {
  return oneLine(clip(String(name), 80));
}

function judges({ tests, tags, target }: RawEval, test: Judgeable): boolean {
  if (tests !== undefined && !tests.includes(test.name)) return false;
  if (tags !== undefined && !tags.some((tag) => test.tags.includes(tag))) return false;
  return target === undefined || (test.isAgent ? judgeAgentTarget(target) : judgeTarget(target)).length === 0;
}

export interface RawJudging {
  evals?: RawEval[];
  scorers?: RawScorers;
  calibration?: RawCalibration[];
}

/** The suite with what its evals ask of its tests, and with its calibrations as tests. */
export function withJudging(raw: RawJudging, suite: Suite, placeOf: (path: Path) => Place): Suite {
  const evals = (raw.evals ?? []).map((one, index) => ({ one, line: placeOf(['evals', index]).line }));
  const withEvals = expectations();
  const agents = suite.agents.map((agent) => {
    const asked = evals.filter(({ one }) => judges(one, { ...agent, isAgent: true }));
    return asked.length === 0 ? agent : { ...agent, expect: withEvals(agent.expect, asked) };
  });
  for (const test of suite.tests) {
    const last = test.steps.at(-1);
    if (last === undefined || UNREAD.has(test.kind)) continue;
    for (const { one, line } of evals)
      if (judges(one, { ...test, isAgent: false }))
        last.expect.assertions.push(assertionOf(one, 'result', line));
  }
  const calibrations = (raw.calibration ?? []).map((one, index) =>
    calibrationTest(one, raw.evals ?? [], { place: placeOf(['calibration', index]), dir: suite.dir }),
  );
  const scorers = Object.fromEntries(
    Object.entries(raw.scorers ?? {}).map(([name, { command, timeout }]) => [
      name,
      omitUndefined({ command, timeout_ms: timeout === undefined ? undefined : parseDuration(timeout) }),
    ]),
  );
  const idle = evals.filter(({ one }) => judgesOnlySkipped(one, suite));
  return omitUndefined({
    ...suite,
    remarks: idle.map(
      ({ one, line }) =>
        `${suite.display_file}:${line}: the eval ${shown(one.name)} judges nothing, since its tests are skipped`,
    ),
    agents,
    tests: [...suite.tests, ...calibrations],
    scorers: raw.scorers && scorers,
  });
}

function judgesOnlySkipped(one: RawEval, { tests, agents }: Suite): boolean {
  const judged = [
    ...agents.filter((agent) => judges(one, { ...agent, isAgent: true })),
    ...tests.filter((test) => !UNREAD.has(test.kind) && judges(one, { ...test, isAgent: false })),
  ];
  return judged.every(({ skip }) => skip !== undefined);
}

interface Asked {
  one: RawEval;
  line: number;
}

/** The cases of a test have one expectation between them: what is asked of them all is there once too. */
function expectations(): (expect: Expectation, asked: Asked[]) => Expectation {
  const made = new Map<Expectation, { asked: Asked[]; expect: Expectation }[]>();
  return (expect, asked) => {
    const known = made.get(expect) ?? [];
    made.set(expect, known);
    const same = known.find(
      (one) => one.asked.length === asked.length && one.asked.every((each, at) => each === asked[at]),
    );
    if (same) return same.expect;
    const added = asked.map(({ one, line }) => assertionOf(one, 'final_response', line));
    const whole = { ...expect, assertions: [...expect.assertions, ...added] };
    known.push({ asked, expect: whole });
    return whole;
  };
}

function assertionOf(one: RawEval, fallback: string, line: number): Assertion {
  const { name, target = fallback, threshold, rubric, model, jurors, quorum, scorer } = one;
  const written = { target, message: name, line };
  if (scorer !== undefined)
    return { ...written, matcher: { scorer: omitUndefined({ name: scorer, threshold }) } };
  if (jurors !== undefined)
    return { ...written, matcher: { llm_jury: omitUndefined({ rubric, threshold, quorum, jurors }) } };
  return { ...written, matcher: { llm_judge: omitUndefined({ rubric, threshold, model }) } };
}

function calibrationTest(
  raw: RawCalibration,
  evals: readonly RawEval[],
  { place, dir }: { place: Place; dir: string },
): TestSpec {
  const of = evals.find(({ name }) => name === raw.eval);
  const { min_agreement, min_kappa, max_error } = raw;
  const call = omitUndefined<CalibrationCall>({
    kind: 'calibration',
    server: '',
    judge: raw.model ?? of?.model ?? of?.jurors?.[0] ?? 'judge',
    rubric: raw.rubric ?? of?.rubric,
    threshold: raw.threshold ?? of?.threshold ?? 0.7,
    labels: resolve(dir, raw.labels),
    min_agreement,
    min_kappa,
    max_error,
  });
  return omitUndefined<TestSpec>({
    name: raw.name,
    kind: 'calibration',
    server: '',
    place,
    tags: raw.tags ?? [],
    only: raw.only ?? false,
    skip: skipReason(raw.skip),
    repeat: 1,
    steps: [{ call, expect: { assertions: [] }, capture: {} }],
  });
}
