/** Keys of `evals:`, `scorers:` and `calibration:`. The model of these experiments gives 0.6 to whatever it reads. */
import type { Experiment, Seen } from './experiment.js';

const servers = { m: { url: 'MOCK' } };
const model = { provider: 'anthropic', model: 'claude-x', base_url: 'PROVIDER' };
const models = { judge: model, other: model };
const tools = [
  { name: 'one', tool: 'get_status', tags: ['read'] },
  { name: 'two', tool: 'get_status' },
];
const score = (value: number) => ({ command: [process.execPath, '-e', `console.log('{"score":${value}}')`] });

const evaluated = (more: object, rest: object = {}) => ({
  servers,
  models,
  tools,
  evals: [{ name: 'good', rubric: 'Is it good?', threshold: 0.5, ...more }],
  ...rest,
});
const ofEval = (key: string) => ({ key: `eval.${key}`, at: `evals/0/${key}` });
const judgesOf = ({ report }: Seen) => report.envelope.judges?.map((one) => one.model ?? one.scorer);
const judgedRows = ({ report }: Seen) =>
  report.envelope.results.map(({ checks }) => checks.filter(({ judged }) => judged).length);

const EVALS: Experiment[] = [
  { key: 'evals', suite: evaluated({ threshold: 0.7 }), at: 'evals', shows: '1 ff' },
  {
    ...ofEval('name'),
    suite: evaluated({ name: 'tone', threshold: 0.7 }),
    instead: 'other',
    shows: true,
    look: ({ report }) =>
      report.envelope.results[0]?.checks.some(({ message }) => message.startsWith('tone: ')),
  },
  { ...ofEval('tests'), suite: evaluated({ tests: ['two'] }), shows: [0, 1], look: judgedRows },
  { ...ofEval('tags'), suite: evaluated({ tags: ['read'] }), shows: [1, 0], look: judgedRows },
  {
    ...ofEval('target'),
    suite: evaluated({ target: 'result.content[0].text' }),
    shows: 'result.content[0].text',
    look: ({ report }) => report.envelope.results[0]?.checks.find(({ judged }) => judged)?.target,
  },
  {
    ...ofEval('rubric'),
    suite: evaluated({ rubric: 'Was it polite' }),
    instead: 'Is it good?',
    shows: '1 ff',
  },
  { ...ofEval('threshold'), suite: evaluated({ threshold: 0.5 }), shows: '0 pp' },
  { ...ofEval('model'), suite: evaluated({ model: 'other' }), shows: ['other'], look: judgesOf },
  {
    ...ofEval('jurors'),
    suite: evaluated({ jurors: ['judge', 'other'] }),
    shows: ['judge', 'other'],
    look: judgesOf,
  },
  {
    ...ofEval('quorum'),
    suite: evaluated({ jurors: ['judge', 'other'], quorum: 1 }),
    instead: 2,
    shows: true,
    look: ({ report }) => JSON.stringify(report.envelope.results[0]?.checks).includes('"quorum":1'),
  },
  {
    ...ofEval('scorer'),
    suite: evaluated({ rubric: undefined, scorer: 'low' }, { scorers: { low: score(0.1), high: score(1) } }),
    instead: 'high',
    shows: '1 ff',
  },
];

const scored = (more: object) => ({
  servers,
  scorers: { low: { ...score(0.1), ...more } },
  tools: [{ name: 'one', tool: 'get_status', expect: [{ result: { scorer: 'low' } }] }],
});

const SCORERS: Experiment[] = [
  { key: 'scorers', suite: scored({}), at: 'scorers', instead: { low: score(1) }, shows: '1 f' },
  {
    key: 'scorer.command',
    suite: scored({}),
    at: 'scorers/low/command',
    instead: score(1).command,
    shows: '1 f',
  },
  {
    key: 'scorer.timeout',
    suite: scored({ command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], timeout: '50ms' }),
    at: 'scorers/low/timeout',
    instead: '60ms',
    shows: true,
    look: ({ report }) => JSON.stringify(report.envelope.results[0]?.checks).includes('within 50ms'),
  },
];

/** The judge says yes to all of them, and people to three of four. */
const labels = [
  { text: 'a', label: 'pass' },
  { text: 'b', label: 'pass' },
  { text: 'c', label: 'pass' },
  { text: 'd', label: 'fail' },
];
const files = { 'labels.json': labels, 'no.json': labels.map(({ text }) => ({ text, label: 'fail' })) };
const held = (more: object, rest: object = {}) => ({
  servers,
  models,
  tools,
  calibration: [
    {
      name: 'held',
      rubric: 'Is it good?',
      threshold: 0.5,
      labels: 'labels.json',
      min_agreement: 0.7,
      ...more,
    },
  ],
  ...rest,
});
const ofHeld = (key: string) => ({ key: `calibration.${key}`, at: `calibration/0/${key}`, files });
const heldRow = ({ report }: Seen) => report.envelope.results.find(({ kind }) => kind === 'calibration');

const CALIBRATION: Experiment[] = [
  { key: 'calibration', at: 'calibration', files, suite: held({}), shows: '0 ppp' },
  {
    ...ofHeld('name'),
    suite: held({}),
    instead: 'other',
    shows: 'held',
    look: (seen) => heldRow(seen)?.name,
  },
  {
    ...ofHeld('model'),
    suite: held({ model: 'other' }),
    shows: 'other',
    look: (seen) => heldRow(seen)?.judge?.model,
  },
  {
    ...ofHeld('eval'),
    suite: held(
      { rubric: undefined, eval: 'a' },
      {
        evals: [
          { name: 'a', rubric: 'Was it polite', threshold: 0.1 },
          { name: 'b', rubric: 'Is it good?', threshold: 0.1 },
        ],
      },
    ),
    instead: 'b',
    shows: 0.4,
    look: (seen) => heldRow(seen)?.trace?.judgements?.[0]?.parts?.[0]?.score,
  },
  {
    ...ofHeld('rubric'),
    suite: held({ rubric: 'Was it polite' }),
    instead: 'Is it good?',
    shows: 0.4,
    look: (seen) => heldRow(seen)?.trace?.judgements?.[0]?.parts?.[0]?.score,
  },
  { ...ofHeld('threshold'), suite: held({ threshold: 0.5 }), shows: '0 ppp' },
  { ...ofHeld('labels'), suite: held({}), instead: 'no.json', shows: '0 ppp' },
  { ...ofHeld('min_agreement'), suite: held({ min_agreement: 0.8 }), shows: '1 ppf', instead: 0.7 },
  { ...ofHeld('min_kappa'), suite: held({ min_kappa: 0.5 }), shows: '1 ppf', instead: undefined },
  { ...ofHeld('max_error'), suite: held({ max_error: 0.1 }), shows: '1 ppf', instead: 0.9 },
  {
    ...ofHeld('tags'),
    suite: held({ tags: ['slow'] }),
    shows: ['slow'],
    look: (seen) => heldRow(seen)?.tags,
  },
  { ...ofHeld('only'), suite: held({ only: true }), shows: '0 p' },
  { ...ofHeld('skip'), suite: held({ skip: 'later' }), shows: '0 pps' },
];

const matched = (matcher: object) => ({
  servers,
  models,
  scorers: { low: score(0.1), high: score(1) },
  tools: [{ name: 'one', tool: 'get_status', expect: [{ result: matcher }] }],
});
const ofMatcher = (key: string) => ({ key: `matcher.${key}`, at: `tools/0/expect/0/result/${key}` });
const strict = { rubric: 'Is it good?', threshold: 0.9 };
const jurors = ['judge', 'other'];

const MATCHERS: Experiment[] = [
  ...['llm_judge', 'llm-judge'].map((key) => ({
    ...ofMatcher(key),
    suite: matched({ [key]: strict }),
    instead: { ...strict, threshold: 0.1 },
    shows: '1 f',
  })),
  ...['llm_jury', 'llm-jury'].map((key) => ({
    ...ofMatcher(key),
    suite: matched({ [key]: { ...strict, jurors } }),
    instead: { ...strict, jurors, threshold: 0.1 },
    shows: '1 f',
  })),
  {
    ...ofMatcher('discloses'),
    suite: matched({ discloses: 'never-said-here' }),
    instead: 'content-text-up',
    shows: '1 f',
    look: (seen) =>
      seen.report.envelope.results[0]?.checks[0]?.expected === 'never-said-here' ? '1 f' : 'other',
  },
  { ...ofMatcher('scorer'), suite: matched({ scorer: 'low' }), instead: 'high', shows: '1 f' },
];

export const JUDGING: Experiment[] = [...MATCHERS, ...EVALS, ...SCORERS, ...CALIBRATION];
