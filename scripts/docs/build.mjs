// `npm run docs:build`: docs/ as a static site in site/, with search and a dark mode. The generator is installed here
// from a lock of its own the first time, so that `npm ci` stays small. A link that leads nowhere fails the build.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const docs = join(root, 'docs');
const stage = join(here, '.stage');
const ON_GITHUB = 'https://github.com/mcptest/mcptest/blob/main';

rmSync(stage, { recursive: true, force: true });
cpSync(docs, stage, { recursive: true });
for (const file of readdirSync(docs, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.md')) continue;
  writeFileSync(join(stage, file), pageOf(file));
  if (file.endsWith('README.md')) renameSync(join(stage, file), join(stage, dirname(file), 'index.md'));
}
if (process.argv.includes('--stage')) process.exit();
if (!existsSync(join(here, 'node_modules/vitepress')))
  run('npm', ['ci', '--ignore-scripts', '--prefix', here]);
run(process.execPath, [join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build', here]);
rmSync(stage, { recursive: true, force: true });

/** Links of a page to files outside docs/ lead to the repository; what is no code is not taken for HTML. */
function pageOf(file) {
  const parts = readFileSync(join(docs, file), 'utf8').split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : proseOf(part, file))).join('');
}

function proseOf(text, file) {
  return text
    .replace(/<(?!a id=|\/a>|!--|br>)/g, '&lt;')
    .replaceAll('{{', '&lbrace;&lbrace;')
    .replace(/\]\(([^)#\s:]+)(#[^)]*)?\)/g, (link, target, anchor = '') => {
      const path = resolve(join(docs, dirname(file)), target);
      const inside = !relative(docs, path).startsWith('..');
      if (inside && target.endsWith('.md')) return `](${target.replace(/README\.md$/, 'index.md')}${anchor})`;
      if (!existsSync(path)) throw new Error(`docs/${file}: ${link} leads nowhere`);
      return `](${ON_GITHUB}/${relative(root, path).replaceAll('\\', '/')}${anchor})`;
    });
}

function run(program, args) {
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    cwd: root,
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
