/**
 * The JSON Schema of the run envelope, version 2. It is published as `schema/envelope-v2.json`, it is
 * what `readEnvelope` validates with, and its order of keys is the order in which they are written.
 */

import {
  datasetRow,
  datasetWith,
  distractorChoices,
  floor,
  judgedBy,
  judgeUse,
  outputSchema,
  strength,
  trace,
} from './gate-schemas.js';
import {
  anything,
  constant,
  count,
  counts,
  figure,
  figures,
  flag,
  freeObject,
  list,
  maybe,
  object,
  one,
  oneOf,
  type SchemaNode,
  text,
  texts,
} from './schema-parts.js';

export const ENVELOPE_VERSION = 2;
export const ENVELOPE_SCHEMA_URL = 'https://mcptest.sh/schema/envelope-v2.json';

const VERDICTS = ['pass', 'fail', 'inconclusive', 'skipped'] as const;
const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info', 'pass'] as const;

const stderr = maybe(texts('What a dying server wrote last, line by line.'));

const check = object('One judged statement.', {
  target: text('What was looked at: a target such as `result.content[0].text`, or `server`, `duration_ms`.'),
  matcher: text('The matcher, or what the runner itself checked (`alive`, `deadline`).'),
  expected: maybe(anything('The operand of the matcher; absent when it has none.')),
  actual: maybe(anything('What was found; absent when the target does not exist.')),
  outcome: oneOf('The outcome of the check.', ['pass', 'fail', 'inconclusive']),
  message: text('One sentence that a person can act on.'),
  judged: maybe(list('Who judged, where a model or a program did.', judgedBy)),
  because: maybe(texts('What a figure that failed was counted from: calls, names and values.')),
  stderr,
  line: maybe(count('Line of the assertion in the suite file, counted from 1.')),
});

const reply = object('One answer as it was judged.', {
  step: count('The step of the test, counted from 1.'),
  result: maybe(anything('What the server answered.')),
  error: maybe(freeObject('The JSON-RPC error that it answered with.')),
  cancelled: maybe(flag('The request was cancelled before an answer came.')),
  duration_ms: figure('How long the answer took, in milliseconds.'),
  progress: maybe(list('Progress that was reported meanwhile.', { type: 'object' })),
  notifications: maybe(list('Notifications that came meanwhile.', { type: 'object' })),
  also: maybe(freeObject('What else the test saw, by the first word of the target, such as `task`.')),
});

const callMark = object('Calls of a run that one metric block counted as the same thing.', {
  metric: text('The block, such as `trajectory`.'),
  as: text('What they were counted as, such as `unexpected`.'),
  good: flag('Whether that is good for the run.'),
  calls: counts('Their places in `trace.calls`, counted from 0.'),
});

const result = object('One test, or one run of it.', {
  id: text('Deterministic: the same suite and row give the same id.'),
  name: text('The name of the row, unique in its suite.'),
  test: text('The name of the test in its suite, without model and number of the run.'),
  case: maybe(
    one(
      object('Which case of a test with `cases` it is.', {
        of: text('The name of the test as it is written.'),
        name: text('The name of the case.'),
        file: text('The file of the case.'),
        line: count('Its line, counted from 1.'),
      }),
    ),
  ),
  model: maybe(text('The model that an agent test ran with.')),
  run: maybe(count('Which run of an agent test it is, counted from 1.')),
  kind: text(
    '`tool`, `resource`, `prompt`, `request`, `completion`, `template`, `subscription`, `task`, `app`, `capabilities`, `agent`, `fuzz` (of `mcptest fuzz`), `compliance`, `calibration`, or what is measured of a catalogue: `tool_quality`, `tdqs`, `security`, `compat`. Others may follow.',
  ),
  server: maybe(text('The server under test.')),
  verdict: oneOf('The verdict of the test. `inconclusive` is never green.', VERDICTS),
  flaky: flag('It failed and then passed on a retry.'),
  duration_ms: figure('How long it took, in milliseconds.'),
  file: text('The suite file.'),
  line: count('Line of the test in the suite file, counted from 1.'),
  tags: texts('The tags of the test.'),
  attempts: maybe(count('How many attempts were made, when more than one.')),
  earlier_attempts: maybe(
    list(
      'The attempts before the last, which is the row itself.',
      object('One attempt.', {
        verdict: oneOf('The verdict of the attempt.', VERDICTS),
        duration_ms: figure('How long it took, in milliseconds.'),
        checks: list('Everything that was judged, in order.', check),
        notes: maybe(texts('Notes that do not change the verdict.')),
        trace: maybe(one(trace)),
      }),
    ),
  ),
  skip_reason: maybe(text('Why a skipped test was skipped.')),
  checks: list('Everything that was judged, in order.', check),
  figures: figures('Target to number. A figure that cannot be computed is absent.'),
  dataset: maybe(one(datasetRow)),
  explain: maybe(texts('What the figures were counted from, the blocks that did not pass first.')),
  marks: maybe(list('The calls of the trace that metric blocks counted.', callMark)),
  notes: maybe(texts('Notes that do not change the verdict.')),
  trace: maybe(one(trace)),
  replies: maybe(
    list(
      'Answers that are not complete in the trace: those of resources and prompts, with notifications, or cancelled.',
      reply,
    ),
  ),
  judge: maybe(
    one(
      object('The judge and the rubric that a calibration is about.', {
        model: text('The model that judges.'),
        rubric: text('Names the rubric, whatever it is applied to.'),
      }),
    ),
  ),
  repro: text('The command that runs just this test.'),
});

const summary = object('Counts over the run.', {
  total: count('All rows, skipped ones too.'),
  passed: count('Rows that passed.'),
  failed: count('Rows that failed.'),
  inconclusive: count('Rows that could not be judged.'),
  skipped: count('Rows that were skipped.'),
  flaky: count('Rows that passed only on a retry; they are among the passed ones.'),
  cached: count('Rows replayed from a cassette.'),
  gates_failed: count('Groups, floors, datasets and strengths that failed.'),
});

const serverProvenance = object('One server under test.', {
  name: text('Its name in the suite.'),
  file: maybe(text('The suite that declares it; older runs do not name it.')),
  transport: text('`stdio`, `http` or `sse`.'),
  auth: text('How the run authenticated, without the secret.'),
  protocol_version: maybe(text('The protocol revision that was spoken.')),
  era: maybe(text('`legacy` (a handshake and a session) or `modern` (stateless).')),
  server_info: maybe(freeObject('What the server says about itself: name and version.')),
  restarts: maybe(count('How often it had to be started again after it died.')),
});

const provenance = object('Where the run comes from.', {
  tool_version: text('The version of mcptest.'),
  mode: oneOf('Whether servers and models were called, or a recording was used.', [
    'live',
    'replay',
    'mixed',
  ]),
  profile: maybe(text('The profile of the suite, when one was chosen.')),
  repo: maybe(text('The repository.')),
  branch: maybe(text('The branch.')),
  commit: maybe(text('The commit.')),
  dirty: maybe(flag('Whether there were uncommitted changes.')),
  platform: text('Operating system and processor.'),
  node: text('The version of Node.js.'),
  ci: maybe(text('The CI system, absent outside CI.')),
  shard: maybe(text('Which part of the whole this run is, e.g. `2/4`; absent when it is the whole.')),
  selection: maybe(text('Filters and tags that chose the tests; absent if all tests were chosen.')),
  command: maybe(text('The command that does the run again; absent in runs of older versions.')),
  servers: list('The servers under test.', serverProvenance),
  models: texts('The models that took part.'),
});

const group = object('A test and model over its runs.', {
  file: text('The suite of the test. Its rows have the same `file`, `test` and `model`.'),
  name: text('The test, without a run number.'),
  test: text('The name of the test, as its rows have it.'),
  model: maybe(text('The model.')),
  runs: count('How many runs were pooled.'),
  verdict: oneOf('The verdict of the group.', VERDICTS),
  figures: figures('Pooled figures.'),
  checks: list('What was judged on the pooled figures; with one run it is in the row of that run.', check),
  grade: maybe(text('A grade, for metrics that have one.')),
  distractors: maybe(one(distractorChoices)),
  explain: maybe(texts('What the figures were counted from, the blocks that did not pass first.')),
});

const coverage = object('Which tools the suite calls.', {
  tools: list(
    'One row for each server.',
    object('Coverage of one server.', {
      file: text('The suite that talks to it.'),
      server: text('The server.'),
      servers: maybe(texts('The servers of a `matrix`, which count as one; `server` is the first.')),
      lent_by: maybe(
        text(
          'The file that lends the server to the suite. Suites with the same one talk to the same server.',
        ),
      ),
      total: count('Tools that it offers.'),
      covered: count('Tools that some test calls.'),
      percent: figure('Whole percent, rounded half up; 100 when there are no tools.'),
      uncovered: texts('Tools that no test calls.'),
    }),
  ),
  total: count('Tools of all servers; a server that one file lends to several suites counts once.'),
  covered: count('Covered tools of all servers.'),
  percent: maybe(
    figure('Whole percent over the servers that were measured, rounded half up; absent when none was.'),
  ),
  gates: maybe(
    list(
      'One for each suite that asks for a percentage.',
      object('What one suite asks for.', {
        file: text('The suite.'),
        threshold: figure('The percentage that it asks for.'),
        percent: maybe(
          figure(
            'Whole percent over the servers of the suite, rounded half up; absent when none was measured.',
          ),
        ),
        passed: maybe(flag('Whether it was met; absent when it could not be measured.')),
      }),
    ),
  ),
  unmeasured: maybe(
    list(
      'Servers whose coverage could not be measured.',
      object('One server.', {
        file: text('The suite.'),
        server: text('The server.'),
        reason: text('Why not.'),
        stderr,
      }),
    ),
  ),
});

const finding = object('Something about a server that is not a test of the suite.', {
  rule: text('The id of the rule.'),
  severity: oneOf('How bad it is.', SEVERITIES),
  file: maybe(text('The suite that declares the server.')),
  server: maybe(text('The server.')),
  tool: maybe(text('The tool.')),
  pointer: maybe(text('JSON pointer to the place in the tool definition.')),
  message: text('What was found.'),
  suggestion: maybe(text('What to do about it.')),
  excerpt: maybe(text('The offending text, short.')),
  count: maybe(count('How often it was seen, when more than once.')),
});

const serverTokens = object('One server.', {
  file: text('The suite.'),
  server: text('The server.'),
  tokens: count('All of its tools, in cl100k tokens.'),
  tools: list(
    'The tools, the most expensive first.',
    object('One tool.', {
      name: text('The tool.'),
      tokens: count('Name, description and input schema together.'),
      description: count('The description.'),
      schema: count('The input schema.'),
    }),
  ),
});

const snapshots = object('What happened to snapshots.', {
  written: texts('Written for the first time.'),
  updated: texts('Replaced by a new value.'),
  obsolete: texts('Stored, but no test asks for them.'),
});

const errorEntry = object(
  'One thing that went wrong outside the tests. An interruption is not one of them: `exit_code` 130 or 143 shows it, and so do the rows that were not judged.',
  {
    where: text('Where: `setup`, `teardown`, a server, the run itself.'),
    message: text('What happened.'),
    stderr,
  },
);

const partOf = object('What a shard is a part of; absent when the run is the whole.', {
  timings: maybe(text('The hash of the file of durations (`--timings`) that the split was made by.')),
  rows: texts('The ids of all rows of the whole run, in its order.'),
  servers: list(
    'The servers that its suites declare, in their order.',
    object('One server.', { file: text('The suite.'), server: text('The server.') }),
  ),
  coverage: maybe(
    list(
      'Suites that ask for a percentage of their tools; one that is split is judged when the shards are merged.',
      object('What one suite asks for.', {
        file: text('The suite.'),
        threshold: figure('The percentage that it asks for.'),
      }),
    ),
  ),
  strength: maybe(
    list(
      'The least strengths that are asked for; judged when the shards are merged.',
      object('What is asked for.', {
        file: maybe(text('The suite; absent for all together.')),
        min: figure('The least rate, in percent.'),
      }),
    ),
  ),
});

export const ENVELOPE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: ENVELOPE_SCHEMA_URL,
  title: 'mcptest run envelope',
  ...object('The record of one run; every report is rendered from it.', {
    $schema: text('Where this schema is published.'),
    version: constant('Version of the format.', ENVELOPE_VERSION),
    run_id: text('The id of the run, a ULID.'),
    started_at: text('When the run began: ISO 8601, UTC.'),
    duration_ms: figure('How long the run took, in milliseconds.'),
    verdict: oneOf('The verdict of the run.', ['pass', 'fail', 'inconclusive']),
    exit_code: count('The exit code of this run.'),
    summary: one(summary),
    provenance: one(provenance),
    results: list('The tests, in the order of the suite files.', result),
    catalogs: maybe(
      list('Tools that several rows were shown; `trace.shared_catalog` of a row says which.', {
        description: 'Server name to its tools.',
        type: 'object',
      }),
    ),
    tool_selection: maybe(list('Tool-selection floors.', floor)),
    groups: maybe(list('Tests pooled over several runs.', group)),
    coverage: maybe(one(coverage)),
    datasets: maybe(
      list('Tests with cases, each with each model: figures over all cases.', datasetWith(check)),
    ),
    findings: maybe(list('Findings about the servers.', finding)),
    token_surface: maybe(
      list('What the tools of the servers cost a model, when it was counted.', serverTokens),
    ),
    scores: maybe(
      list('TDQS of the servers that the run scored.', {
        description: 'One server, in the shape of `mcptest tdqs score`.',
        type: 'object',
      }),
    ),
    snapshots: maybe(one(snapshots)),
    output_schemas: maybe(
      list('The output schemas of called tools, so that results can be judged again.', outputSchema),
    ),
    strength: maybe(one(strength)),
    judges: maybe(list('Who judged tests.', judgeUse)),
    errors: maybe(list('Setup, teardown, a server or a budget that went wrong.', errorEntry)),
    part_of: maybe(one(partOf)),
  }),
} satisfies SchemaNode & Record<string, unknown>;

/** The text of `schema/envelope-v2.json`. */
export function envelopeSchemaText(): string {
  return `${JSON.stringify(ENVELOPE_SCHEMA, null, 2)}\n`;
}
