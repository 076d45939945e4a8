/** Code that cannot be loaded: addons built for something else, modules that are not there, one kind of module for the other. */
import { type Cause, word } from './cause.js';

const REBUILD = 'or delete node_modules (for npx: the folder ~/.npm/_npx) and install again';

export const MODULES: readonly Cause[] = [
  {
    when: /version `?'?(GLIBC(?:XX)?_[\d.]+)'? not found/,
    say: ([, version]) =>
      `It was built for a newer system (${version}): use a newer image or distribution, or build it from source here (npm rebuild --build-from-source).`,
  },
  {
    when: /Error loading shared library (ld-linux[^\s:]*|libstdc\+\+[^\s:]*|libgcc[^\s:]*)|ld-linux[^\s]*: No such file/,
    say: () =>
      'It was built for glibc and this is musl (Alpine): use an image that is not Alpine, or apk add gcompat libstdc++.',
  },
  {
    when: /(?:error while loading shared libraries|Error loading shared library|Library not loaded|cannot open shared object file)[: ]+@?(?:rpath\/)?([\w.+/-]*\.(?:so|dylib)[\w.]*)?/,
    say: ([, library]) =>
      `A system library is missing${library ? ` (${library})` : ''}: install the package that has it${library ? ` (apt-file search ${library.split('/').at(-1)})` : ''}.`,
  },
  {
    when: /exec format error|cannot execute binary file|bad CPU type|invalid ELF header|wrong ELF class|incompatible architecture|mach-o.*but.*architecture|is not a valid Win32 application/i,
    say: () =>
      `It was built for another system or processor (this is ${process.platform} ${process.arch}): install it again on this machine, ${REBUILD}; for a container, docker run --platform linux/amd64.`,
  },
  {
    when: /NODE_MODULE_VERSION (\d+)/,
    say: (found) =>
      `${addonIn(found.input)} was built for another Node.js: ${rebuild(found.input)}, ${REBUILD}.`,
  },
  {
    when: /Could not locate the bindings file|No native build was found|ERR_DLOPEN_FAILED|prebuild-install|node-gyp|Could not load the "[\w-]+" module|[\\/]build[\\/]Release[\\/]|Cannot find module '[^']*\.node'|Cannot find module '@[\w-]+\/[\w-]*(?:linux|darwin|win32|wasm)[\w-]*'/,
    say: (found) =>
      `${addonIn(found.input)} is not built for this machine: ${rebuild(found.input)}, ${REBUILD}. Building needs a compiler and Python (build-essential, python3).`,
  },
  {
    when: /Cannot find (?:module|package) '([^']+)'(?: imported from (\S+))?/,
    say: ([, name = '', importer], { cwd }) => missing(name, importer, cwd),
  },
  {
    when: /(?:can't open file|can’t open file) '?([^':]+)'?: \[Errno 2\]|Unable to access jarfile (\S+)|(?:Module not found|Cannot find module) "?(?:file:\/\/)?(\/[^\s"]+)/,
    say: ([, python, jar, deno], { cwd }) => noFile(python ?? jar ?? deno ?? '', cwd),
  },
  {
    when: /(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?|No module named ([\w.]+)/,
    say: ([, quoted, bare]) => {
      const name = word((quoted ?? bare)?.split('.')[0], 'NAME');
      return `The Python module ${name} is missing: pip install ${name} (or uvx --with ${name} …), in the environment that the command starts.`;
    },
  },
  {
    when: /ERR_REQUIRE_ESM|require\(\) of ES Module/,
    say: () =>
      `It loads an ES module with require(), which Node.js ${process.versions.node} may not: start it with Node.js 22 or newer (nvm install 22), or update the server.`,
  },
  {
    when: /Cannot use import statement outside a module|Unexpected token '?export'?/,
    say: () =>
      'It is an ES module that Node.js takes for CommonJS: put "type": "module" into its package.json, name it .mjs, or build it first.',
  },
  {
    when: /(?:require|module|exports|__dirname) is not defined in ES module scope|(?:require|__dirname) is not defined/,
    say: () =>
      'It is CommonJS that Node.js takes for an ES module: name it .cjs, or take "type": "module" out of its package.json.',
  },
  {
    when: /Unknown file extension "\.(tsx?|jsx)"|ERR_UNKNOWN_FILE_EXTENSION/,
    say: (_, { argv }) =>
      `It is TypeScript, which this Node.js does not run: build it first, or start it as npx tsx ${word(argv.at(-1), 'server.ts')}.`,
  },
  {
    when: /ERR_PACKAGE_PATH_NOT_EXPORTED|does not provide an export named|Named export '[^']+' not found|ERR_UNSUPPORTED_DIR_IMPORT/,
    say: () =>
      'Two of its packages do not fit together: update the server, or delete node_modules (for npx: ~/.npm/_npx) and its lock file and install again.',
  },
];

function missing(name: string, importer: string | undefined, cwd: string): string {
  if (/^(?:\/|[A-Za-z]:\\|file:)/.test(name)) return noFile(name, cwd);
  if (name.startsWith('.'))
    return `A file of the server itself is missing (${name}): build it first (npm run build), or install it again.`;
  const folder = importer
    ?.replace(/^file:\/\//, '')
    .replace(/[\\/](?:node_modules|dist|build|src)[\\/].*$|[\\/][^\\/]*$/, '');
  const where = word(folder, cwd);
  return `The package ${name} is missing: cd ${where} && npm install.`;
}

function noFile(path: string, cwd: string): string {
  return `There is no file ${path.replace(/^file:\/\//, '')}: build the server first, or correct the path (a relative one starts at ${cwd}).`;
}

function addonName(text: string): string | undefined {
  const [, named] = /Could not load the "([\w-]+)" module/.exec(text) ?? [];
  if (named !== undefined) return named;
  const folders = [
    ...text.matchAll(/node_modules[\\/]((?:@[\w.-]+[\\/])?[\w.-]+)[\\/](?:build|prebuilds|lib|bin)[\\/]/g),
  ];
  const known = folders
    .map(([, name]) => name!)
    .find((name) => name !== 'bindings' && name !== 'node-gyp-build');
  return known ?? /([\w-]+)\.node\b/.exec(text)?.[1]?.replaceAll('_', '-');
}

function addonIn(text: string): string {
  const name = addonName(text);
  return name === undefined ? 'A native addon' : `The native addon ${name}`;
}

function rebuild(text: string): string {
  const [, folder] = /(?:^|[\s'"(])(?:file:\/\/)?(\/[^\s'":()]*?)[\\/]node_modules[\\/]/.exec(text) ?? [];
  const name = addonName(text);
  const command = name === undefined ? 'npm rebuild' : `npm rebuild ${name}`;
  return folder === undefined ? command : `cd ${word(folder, '.')} && ${command}`;
}
