/** What the linter counts and the project's own settings leave alone: functions too complex, and names in shadow. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOST_COMPLEX = 20;
const SETTINGS = {
  root: true,
  linter: {
    rules: {
      preset: 'none',
      complexity: {
        noExcessiveCognitiveComplexity: { level: 'error', options: { maxAllowedComplexity: MOST_COMPLEX } },
      },
      suspicious: { noShadow: 'error' },
    },
  },
};

export interface BiomeFindings {
  complex_functions: string[];
  shadowed_names: string[];
}

interface Report {
  diagnostics: { category: string; message: string; location: { path: string; start: { line: number } } }[];
}

export async function biomeFindings(root: string): Promise<BiomeFindings> {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-shape-'));
  try {
    const settings = join(folder, 'biome.json');
    writeFileSync(settings, JSON.stringify(SETTINGS));
    const program = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = ['--config-path', settings, '--reporter=json', '--max-diagnostics=none'];
    return readFindings(JSON.parse(await outputOf(root, [program, 'lint', ...options, 'src'])) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function readFindings({ diagnostics }: Report): BiomeFindings {
  const places = (category: string): string[] =>
    diagnostics
      .filter(({ category: found, location }) => found === category && !isLeftOut(location.path))
      .map(({ location, message }) => {
        const score = /complexity of (\d+)/.exec(message)?.[1];
        const place = `${location.path.replace(/^src\//, '')}:${location.start.line}`;
        return score === undefined ? place : `${place} (${score})`;
      })
      .sort();
  return {
    complex_functions: places('lint/complexity/noExcessiveCognitiveComplexity'),
    shadowed_names: places('lint/suspicious/noShadow'),
  };
}

function isLeftOut(path: string): boolean {
  return /\.(test|generated)\.tsx?$/.test(path);
}

/** It ends with 1 where it found anything. */
function outputOf(cwd: string, args: string[]): Promise<string> {
  return new Promise((done, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 28 }, (error, stdout) =>
      stdout.startsWith('{') ? done(stdout) : reject(error ?? new Error('biome said nothing')),
    );
  });
}
