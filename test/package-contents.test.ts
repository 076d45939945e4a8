/** What a user gets: pages that hints lead to, types that need nothing else, a true list of what is bundled. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { folder, root } from './lib/cli.js';

const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(text('package.json')) as {
  peerDependencies: Record<string, string>;
  name: string;
  version: string;
  files: string[];
  exports: Record<string, { types: string }>;
};

function packedFiles(): Set<string> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const said = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(said) as [{ files: { path: string }[] }];
  return new Set(files.map(({ path }) => path));
}

describe('the package', () => {
  const packed = packedFiles();

  it('holds all that package.json promises', () => {
    const held = manifest.files.filter((path) => !path.startsWith('!'));
    const types = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'object' && 'types' in entry ? [String(entry.types).slice('./'.length)] : [],
    );
    const promised = [...held, ...types];
    const missing = promised.filter((path) => ![...packed].some((file) => `${file}/`.startsWith(`${path}/`)));
    expect(missing).toEqual([]);
    expect([...packed].filter((file) => /\.d\.[cm]?ts$/.test(file))).toEqual([...types].sort());
  });

  it('holds the pages that messages of the command lead to', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|generated)\./.test(file))
      .map((file) => text(join('src', file)));
    const named = new Set(sources.flatMap((source) => source.match(/\bdocs\/[\w/-]+\.md/g) ?? []));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((page) => !packed.has(page))).toEqual([]);
  });

  it('links its pages to one another; only examples stay in the repository', () => {
    const broken = [...packed]
      .filter((file) => file.endsWith('.md'))
      .flatMap((page) =>
        [
          ...text(page)
            .replace(/```[\s\S]*?```/g, '')
            .matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g),
        ]
          .map(([, target]) => posix.join(posix.dirname(page), target!).replace(/\/$/, ''))
          .filter((target) => !target.startsWith('examples/'))
          .filter((target) => ![...packed].some((file) => `${file}/`.startsWith(`${target}/`)))
          .map((target) => `${page}: ${target}`),
      );
    expect(broken).toEqual([]);
  });
});

describe('the types of the library', () => {
  it('compile in a strict program that checks declarations and has no other types', () => {
    const cwd = folder({
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
          types: [],
          module: 'nodenext',
          target: 'es2022',
          lib: ['es2022', 'dom'],
        },
        files: ['use.mts'],
      }),
      'use.mts': `
        import { lint, McptestError, run, type RunEnvelope, type RunInput } from 'mcptest';
        const input: RunInput = { paths: ['mcptest.yml'], models: ['lexical'], env: { A: '1' } };
        const { envelope }: { envelope: RunEnvelope } = await run(input);
        export const verdict: 'pass' | 'fail' | 'inconclusive' | 'skipped' = envelope.verdict;
        export const codes: string[] = [new McptestError({ code: 'x', message: 'y' }).code];
        export const rules: string[] = (await lint({ from: 'a.json' })).findings.map(({ rule }) => rule);
        // @ts-expect-error There is no such key.
        export const wrong: RunInput = { path: verdict };
        // @ts-expect-error A verdict is a word.
        export const number: number = envelope.verdict;
      `,
    });
    const installed = join(cwd, 'node_modules/mcptest');
    mkdirSync(join(installed, 'dist'), { recursive: true });
    for (const file of ['package.json', 'dist/index.d.mts'])
      copyFileSync(join(root, file), join(installed, file));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', cwd], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('name what docs/library.md lists', () => {
    const types = text('dist/index.d.mts');
    const exported = /^export \{ (.*) \};$/m.exec(types)![1]!.split(', ');
    const code = text('dist/index.mjs');
    expect(exported).toEqual(/export const \{ (.*) \}/.exec(code)![1]!.split(', ').sort());
  });
});

interface Component {
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses: { license?: { id: string }; expression?: string }[];
}

describe('dist/sbom.cdx.json', () => {
  const sbom = JSON.parse(text('dist/sbom.cdx.json')) as {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    version: number;
    metadata: { component: Component; timestamp?: string };
    components: (Component & { type: string; 'bom-ref': string })[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

  it('is CycloneDX 1.6 and says the same each time', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(sbom.metadata.timestamp).toBeUndefined();
    expect(sbom.metadata.component.purl).toBe(`pkg:npm/${manifest.name}@${manifest.version}`);
  });

  it('has a purl, a version and a licence for each, as the installed package says', () => {
    const installed = installedPackages();
    for (const component of sbom.components) {
      const name = nameOf(component);
      expect(component.purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${component.version}`);
      expect(component['bom-ref']).toBe(component.purl);
      const [licence] = component.licenses;
      expect(licence!.expression ?? licence!.license!.id).toBe(installed.get(`${name}@${component.version}`));
    }
    expect(new Set(sbom.components.map(({ purl }) => purl)).size).toBe(sbom.components.length);
  });

  it('leads from mcptest to every package that is bundled', () => {
    const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set([sbom.metadata.component.purl]);
    for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
    expect([...reached].sort()).toEqual([...edges.keys()].sort());
    expect(edges.size).toBe(sbom.components.length + 1);
  });

  it('lists what the code takes from packages, and nothing else', async () => {
    expect(sbom.components.map((each) => `${nameOf(each)}@${each.version}`).sort()).toEqual(
      [...new Set((await takenFolders()).map(identity))].sort(),
    );
  });

  it('agrees with dist/THIRD-PARTY.txt, which has the text of each licence', () => {
    const parts = text('dist/THIRD-PARTY.txt').split('\n\n----\n\n');
    expect(parts.length).toBe(sbom.components.length);
    for (const [at, component] of sbom.components.entries()) {
      expect(parts[at]).toContain(`${nameOf(component)} ${component.version} (`);
      expect(parts[at], component.purl).toMatch(/permission|licen[cs]ed? under/i);
    }
  });
});

/** `name@version` of a folder below node_modules. */
function identity(dir: string): string {
  const { name, version } = JSON.parse(text(`${dir}/package.json`));
  return `${name}@${version}`;
}

/** Every installed package → its licence, from the lockfile's list of folders. */
function installedPackages(): Map<string, string> {
  const lock = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { version: string; license?: string }>;
  };
  return new Map(
    Object.entries(lock.packages)
      .filter(([path]) => path.startsWith('node_modules/'))
      .map(([path, { version, license }]) => [
        `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
        license ?? '',
      ]),
  );
}

/** Bundled here in the plainest way, without what the build does beside: the folders that leave code in the output. */
async function takenFolders(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/start.ts', 'src/index.ts', 'src/page/viewer/main.tsx'],
    // Only who runs a registry on PostgreSQL installs them.
    external: Object.keys(manifest.peerDependencies),
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
}
