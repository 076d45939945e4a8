/**
 * `npx tsx scripts/newcomers.ts [PATH]`: the six paths of docs/README.md, followed by somebody who has nothing but the pages. The
 * package is packed and installed in an empty folder, the example folder is made as its page says, and every
 * command of every page of the path is pasted, in order. What came of it is written to
 * docs/evidence/newcomers.md; with a part of a title, only that path is followed, and its section replaced.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATES, NOT_RUN, SERVES } from '../test/lib/docs/commands.js';
import { blocksOf, doAsSaid } from '../test/lib/docs/tour.js';

const root = new URL('..', import.meta.url).pathname;
const [wanted] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'mcptest-newcomers-'));
const packed = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim();
/** The two pages that begin in an empty folder of their own. */
const TOURS = ['quick-start.md', 'first-agent-test.md'];
let failed = 0;

const written = join(root, 'docs/evidence/newcomers.md');
const followed = new Map(
  pathsOf()
    .filter(({ title }) => wanted === undefined || title.includes(wanted))
    .map((path) => [path.title, follow(path)]),
);
if (followed.size === 0) throw new Error(`No path of docs/README.md has "${wanted}" in its title.`);
writeFileSync(written, withSections());
console.error(`${failed} commands ended in a way that their page does not announce; folders: ${scratch}`);

/** The page as it is, with the sections of the paths that were followed now. */
function withSections(): string {
  const [introduction = '', ...old] = readFileSync(written, 'utf8').split('\n## ');
  const known = new Map(old.map((text) => [text.slice(0, text.indexOf('\n')), `## ${text.trim()}\n`]));
  const sections = pathsOf().flatMap(({ title }) => followed.get(title) ?? known.get(title) ?? []);
  return `${introduction}\n${sections.join('\n')}`;
}

/** The six paths of the first page: a title and its pages in order. */
function pathsOf(): { title: string; pages: string[] }[] {
  const text = readFileSync(join(root, 'docs/README.md'), 'utf8');
  return [...text.matchAll(/\*\*(You [^*]+)\*\*\n\n((?:\d\. .*\n)+)/g)].map(([, title, list]) => ({
    title: title!,
    pages: [...list!.matchAll(/\]\(([\w./-]+\.md)/g)].map(([, page]) => page!),
  }));
}

function follow({ title, pages }: { title: string; pages: string[] }): string {
  const cwd = join(scratch, title.replace(/\W+/g, '-'));
  mkdirSync(cwd);
  const lines = [`## ${title}`, '', '```text'];
  lines.push('# example-folder.md', ...walk(cwd, 'example-folder.md'));
  for (const page of pages) {
    const own = join(cwd, page.replace('.md', ''));
    if (TOURS.includes(page)) mkdirSync(own);
    const said = walk(TOURS.includes(page) ? own : cwd, page);
    if (said.length > 0) lines.push(`# ${page}`, ...said);
  }
  return [...lines, '```', ''].join('\n');
}

/** Files and commands, in the order of the page. */
function walk(cwd: string, page: string): string[] {
  return blocksOf(page)
    .flatMap((block) => {
      doAsSaid(cwd, block);
      return block.language === 'sh'
        ? block.text
            .replaceAll('\\\n', ' ')
            .trim()
            .split('\n')
            .map((line) => typed(cwd, line))
        : [];
    })
    .flat();
}

function typed(cwd: string, line: string): string[] {
  const why = NOT_RUN.find(
    ([fits]) => fits.test(line) && !/^npm (init|install --save-dev mcptest$)/.test(line),
  )?.[1];
  if (
    why !== undefined ||
    /example\.com|localhost|127\.0\.0\.1|some-mcp-server/.test(line.replace(/\s#\s.*$/, ''))
  )
    return [`$ ${line}`, `  (not run: ${why ?? 'a server of the reader'})`];
  const { code, said } = shell(
    cwd,
    line.replace(
      'npm install --save-dev mcptest',
      `npm install --offline --save-dev ${join(scratch, packed)}`,
    ),
  );
  const announced = Number(/exit code (\d+)/.exec(line)?.[1] ?? 0);
  const good = code === announced || SERVES.test(line) || (code === 1 && GATES.test(line));
  if (!good) {
    failed += 1;
    console.error(`${cwd.slice(scratch.length)} $ ${line} → ${code}\n${said.slice(-500)}`);
  }
  const last = said
    .trim()
    .split('\n')
    .slice(-1)
    .map((text) => `  ${text.trim().slice(0, 110) || '(prints nothing)'}`);
  return [
    `$ ${line}`,
    ...last,
    ...(code === 0 ? [] : [`  → exit code ${code}${good ? '' : ', not announced'}`]),
  ];
}

function shell(cwd: string, line: string): { code: number | null; said: string } {
  const ran = spawnSync(
    'sh',
    ['-c', SERVES.test(line) ? `timeout 20 ${line.replace(/\s+#\s.*$/, '')}` : line],
    {
      cwd,
      encoding: 'utf8',
      timeout: 240_000,
      env: {
        HOME: cwd,
        NO_COLOR: '1',
        PATH: `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`,
        npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said = `${ran.stdout}${ran.stderr}`
    .split('\n')
    .filter((text) => !text.startsWith('npm '))
    .join('\n');
  return { code: ran.status, said: said.replaceAll(scratch, '…') };
}
