/**
 * Every word that a user can write, and the files in which it lives. The words come from the code's own lists; the
 * file follows from the word by a convention, or stands in a small map here. A word without a file is an error.
 */
import { fileURLToPath } from 'node:url';
import { PROVIDERS } from '../../../src/drivers/models.js';
import { CLIENT_RULE_IDS, ENGINE_RULE_IDS, PROBE_RULE_IDS, RULE_IDS } from '../../../src/lint/rule-ids.js';
import { MATCHERS } from '../../../src/match/registry.js';
import { VERBS } from '../../../src/mcp-server/verbs.js';
import { METRIC_BLOCKS } from '../../../src/metrics/blocks.js';
import { reporterNames } from '../../../src/report/registry.js';
import { COMPLIANCE_CHECKS } from '../../../src/suite/blocks/compliance.js';
import { SUITE_KEYS } from '../../../src/suite/language.js';
import { suiteJsonSchema } from '../../../src/suite/schema.js';
import { TRACE_FORMAT_NAMES } from '../../../src/trace/formats.js';
import { commandNames } from '../cli-reference.js';
import { readSources } from '../shape/source-files.js';
import { innerKeys } from './inner-keys.js';

export interface Word {
  word: string;
  /** Below the repository; the first is the one to open. */
  files: string[];
}

export interface WordKind {
  title: string;
  /** How the file follows from the word. */
  convention: string;
  /** One of the words. */
  example: string;
  words: Word[];
}

export type Sources = Map<string, ReturnType<typeof readSources>[number]>;

export function readSourceMap(): Sources {
  const sources = readSources(fileURLToPath(new URL('../../../src', import.meta.url)));
  return new Map(sources.map((source) => [`src/${source.file}`, source]));
}

const COMPARISONS = 'src/match/compare.ts';

/** Where the file does not follow from the word. */
const EXCEPTIONS: Record<string, Record<string, string>> = {
  key: {
    $schema: 'src/suite/language.ts',
    imports: 'src/suite/imports.ts',
    profiles: 'src/suite/profiles.ts',
    servers: 'src/suite/blocks/server.ts',
    budget: 'src/suite/blocks/models.ts',
    setup: 'src/suite/blocks/actions.ts',
    teardown: 'src/suite/blocks/actions.ts',
    before_each: 'src/suite/blocks/actions.ts',
    after_each: 'src/suite/blocks/actions.ts',
    evals: 'src/suite/blocks/judging.ts',
    scorers: 'src/suite/blocks/judging.ts',
    calibration: 'src/suite/blocks/judging.ts',
    tools: 'src/suite/blocks/tests.ts',
    resources: 'src/suite/blocks/tests.ts',
    prompts: 'src/suite/blocks/tests.ts',
    requests: 'src/suite/blocks/tests.ts',
    completions: 'src/suite/blocks/tests.ts',
    resource_templates: 'src/suite/blocks/tests.ts',
    subscriptions: 'src/suite/blocks/tests.ts',
    tasks: 'src/suite/blocks/tests.ts',
    apps: 'src/suite/blocks/tests.ts',
    capabilities: 'src/suite/blocks/tests.ts',
    tool_quality: 'src/suite/blocks/catalog-checks.ts',
    tdqs: 'src/suite/blocks/catalog-checks.ts',
  },
  matcher: {
    ...Object.fromEntries(['==', '!=', '>', '>=', '<', '<='].map((name) => [name, COMPARISONS])),
    llm_jury: 'src/match/llm-judge.ts',
    scorer: 'src/match/llm-judge.ts',
  },
  rule: {
    'CAT-001': 'src/lint/engine.ts',
    'CAT-002': 'src/lint/client-refusals.ts',
    'SUP-001': 'src/lint/suppressions.ts',
  },
  format: { mcptest: 'src/trace/mcptest-trace.ts' },
};

export async function wordKinds(sources: Sources = readSourceMap()): Promise<WordKind[]> {
  const place = (kind: string, word: string, guess: string): string => {
    const file = EXCEPTIONS[kind]?.[word] ?? guess;
    if (!sources.has(file)) throw new Error(`${file} is not there: say in words.ts where ${kind} ${word} is`);
    return file;
  };
  const words = (kind: string, list: readonly string[], guess: (word: string) => string): Word[] =>
    list.map((word) => ({ word, files: [place(kind, word, guess(kebab(word)))] }));
  return [
    {
      title: 'Commands',
      example: 'mcptest mock',
      convention: '`src/cli/NAME.ts` declares it, `src/verbs/NAME.ts` does it',
      words: await commandWords(sources),
    },
    {
      title: 'Top-level keys of a suite',
      example: 'coverage',
      convention: '`src/suite/blocks/KEY.ts`',
      words: words('key', SUITE_KEYS, (word) => `src/suite/blocks/${word}.ts`),
    },
    {
      title: 'Keys inside the blocks of a suite',
      example: 'startup_timeout',
      convention: 'the file of the block, in `src/suite/blocks/` or `src/metrics/schemas/`',
      words: innerKeys(sources),
    },
    {
      title: 'Metric blocks',
      example: 'token_efficiency',
      convention: '`src/metrics/NAME.ts` measures, `src/metrics/schemas/NAME.ts` has its keys',
      words: METRIC_BLOCKS.map((word) => ({
        word,
        files: ['', 'schemas/'].map((folder) =>
          place('metric', word, `src/metrics/${folder}${kebab(word)}.ts`),
        ),
      })),
    },
    {
      title: 'Matchers',
      example: 'starts_with',
      convention: '`src/match/NAME.ts`',
      words: words('matcher', Object.keys(MATCHERS), (word) => `src/match/${word}.ts`),
    },
    {
      title: 'Lint and security rules',
      example: 'DESC-004',
      convention: '`src/lint/rules/ID.ts`',
      words: words(
        'rule',
        [...RULE_IDS, ...PROBE_RULE_IDS, ...ENGINE_RULE_IDS].sort(),
        (id) => `src/lint/rules/${id.toLowerCase()}.ts`,
      ),
    },
    {
      title: 'Rules about clients',
      example: 'CLI-008',
      convention: '`src/compat/rules/ID.ts`',
      words: words('rule', CLIENT_RULE_IDS, (id) => `src/compat/rules/${id.toLowerCase()}.ts`),
    },
    {
      title: 'Reporters',
      example: 'junit',
      convention: '`src/report/NAME.ts`',
      words: words('reporter', reporterNames, (word) => `src/report/${word}.ts`),
    },
    {
      title: 'Checks of `compliance:`',
      example: 'ping',
      convention: '`src/run/compliance.ts`, or `compliance-NAME.ts` beside it',
      words: words('check', COMPLIANCE_CHECKS, (word) => {
        const own = `src/run/compliance-${word}.ts`;
        return sources.has(own) ? own : 'src/run/compliance.ts';
      }),
    },
    {
      title: 'Providers and built-in drivers of models',
      example: 'anthropic',
      convention: '`src/drivers/NAME.ts`',
      words: words('provider', PROVIDERS, (word) => `src/drivers/${word}.ts`),
    },
    {
      title: 'Trace formats',
      example: 'openai-chat',
      convention: '`src/trace/NAME.ts`, of agents in `agents/` and of services in `exports/`',
      words: words('format', TRACE_FORMAT_NAMES, (word) => {
        const folders = ['src/trace', 'src/trace/agents', 'src/trace/exports'];
        const files = folders.map((folder) => `${folder}/${word}.ts`);
        return files.find((file) => sources.has(file)) ?? `src/trace/${word}.ts`;
      }),
    },
    {
      title: 'Verbs of `mcptest mcp-server`',
      example: 'propose_assertions',
      convention: 'offered in `src/mcp-server/verbs/`, done in `src/verbs/`',
      words: VERBS.map(({ name }) => ({ word: name, files: verbFiles(name, sources) })),
    },
    {
      title: 'Kinds of faults',
      example: 'timeout',
      convention:
        '`src/mock/faults.ts` in a mock, `src/run/agent/inject-faults.ts` between an agent and its servers',
      words: faultKinds().map((word) => ({
        word,
        files: ['src/mock/faults.ts', 'src/run/agent/inject-faults.ts'].map((file) =>
          place('fault', word, file),
        ),
      })),
    },
  ];
}

/** As `faults:` of a suite spells them. */
function faultKinds(): string[] {
  const { $defs } = suiteJsonSchema() as { $defs: { fault: { properties: { kind: FaultKindSchema } } } };
  return $defs.fault.properties.kind.anyOf.flatMap((option) => option.enum ?? []);
}

interface FaultKindSchema {
  anyOf: { enum?: string[] }[];
}

function kebab(word: string): string {
  return word.replace(/[_/]/g, '-');
}

/** `program.ts` says which file declares a command; that file, or one of its own beside it, imports the verbs. */
async function commandWords(sources: Sources): Promise<Word[]> {
  const program = sources.get('src/cli/program.ts')?.text ?? '';
  const rows = [...program.matchAll(/\[\s*'([a-z -]+)',[^\]]*?import\('\.\/([\w/-]+)\.js'\)/g)];
  const fileOf = (command: string): string =>
    rows.find(([, names]) => names?.split(' ').includes(command))?.[2] ?? command;
  return (await commandNames()).map((path) => {
    const [command = '', inner] = path.split(' ');
    const name = fileOf(command);
    // A command with many parts has some of them in files beside it, named after it.
    const beside = [...sources].find(
      ([file, { text }]) => file.startsWith(`src/cli/${name}-`) && text.includes(`new Command('${inner}')`),
    );
    const declared = beside?.[0] ?? `src/cli/${name}.ts`;
    const source = sources.get(declared);
    if (source === undefined) throw new Error(`${declared} is not there: where is mcptest ${path} declared?`);
    const own = `src/verbs/${name}.ts`;
    const others = source.imports.filter((file) => /^(verbs|mcp-server|viewer)\//.test(file)).map(sourceFile);
    return {
      word: `mcptest ${path}`,
      files: [...new Set([declared, ...(sources.has(own) ? [own] : []), ...others])],
    };
  });
}

/** The file that offers a verb, and those of `src/verbs/` whose functions stand in its entry. */
function verbFiles(name: string, sources: Sources): string[] {
  for (const [file, { text }] of sources) {
    if (!file.startsWith('src/mcp-server/verbs/')) continue;
    const start = text.indexOf(`    name: '${name}',`);
    if (start < 0) continue;
    const end = text.indexOf("    name: '", start + 1);
    // Without its words and its keys, so that `run:` is not taken for the function.
    const entry = text.slice(start, end < 0 ? undefined : end).replace(/'[^'\n]*'|\b\w+:/g, '');
    const imports = [...text.matchAll(/^import \{([^}]*)\} from '\.\.\/\.\.\/(verbs\/[\w-]+)\.js';/gm)];
    const used = imports.filter(([, names = '']) =>
      names.split(',').some((each) => new RegExp(`\\b${each.trim() || '-'}\\b`).test(entry)),
    );
    return [file, ...used.map(([, , path]) => `src/${path}.ts`)];
  }
  throw new Error(`no file of src/mcp-server/verbs offers ${name}`);
}

function sourceFile(file: string): string {
  return `src/${file.replace(/\.js$/, '.ts')}`;
}
