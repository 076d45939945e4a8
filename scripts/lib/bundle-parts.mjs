/**
 * Bundles src/ into parts: modules that are always needed together are one function, which runs when it is first asked
 * for. `mcptest.cjs` has the parts that a plain run uses, `rest.cjs` all others, so that a run neither reads nor compiles
 * what it does not use. esbuild splits; what it writes as ES modules becomes functions here.
 */
import { basename } from 'node:path';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';

/** `doors` are the names under which others come in, each with its source and the function that opens it. */
export async function buildParts({ doors, shared }) {
  const { outputFiles, metafile } = await build({
    ...shared,
    format: 'esm',
    splitting: true,
    entryPoints: Object.fromEntries(Object.entries(doors).map(([door, { source }]) => [door, source])),
    outdir: 'parts',
    write: false,
  });
  const modules = new Map(
    Object.entries(metafile.outputs).map(([path, { inputs }]) => [
      nameOf(path),
      Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
    ]),
  );
  const parts = outputFiles.map(({ path, text }) =>
    partOf(nameOf(path), escaped(text), modules.get(nameOf(path))),
  );
  parts.sort((a, b) => (a.name < b.name ? -1 : 1));
  mustNotTurn(parts);
  return { parts, metafile };
}

const nameOf = (path) => basename(path, '.js');

/** The bundle is read one byte a character, and esbuild leaves what stands in regular expressions as it is. */
function escaped(text) {
  if (/\\[^\0-\x7f]/.test(text)) throw new Error('a backslash before a character beyond ASCII');
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One ES module as a function that returns what the module exports. */
function partOf(name, text, modules) {
  const { program, module } = parseSync(`${name}.js`, text);
  const needs = [];
  const edits = [];
  const given = [];
  for (const { start, end, moduleRequest, entries } of module.staticImports) {
    edits.push([start, end, importText(moduleRequest.value, entries)]);
    if (isPart(moduleRequest.value)) needs.push(nameOf(moduleRequest.value));
  }
  for (const { type, start, end, specifiers, declaration } of program.body) {
    if (type === 'ExportNamedDeclaration') {
      edits.push([start, end, '']);
      given.push(...specifiers.map(({ exported, local }) => ({ key: exported.name, value: local.name })));
    }
    // A package in CommonJS, which another part imports whole.
    if (type === 'ExportDefaultDeclaration') {
      edits.push([start, declaration.start, 'const __whole=']);
      given.push({ key: '...__whole', value: '...__whole' }, { key: 'default', value: '__whole' });
    }
  }
  mustNotChange(program, new Set(given.map(({ value }) => value)), name);
  edits.push(...quickSpreads(program));
  for (const { start, end, moduleRequest } of module.dynamicImports) {
    const asked = text.slice(moduleRequest.start, moduleRequest.end);
    const request = JSON.parse(asked);
    edits.push([
      start,
      end,
      isPart(request) ? `__later("${nameOf(request)}")` : `__outside(()=>require(${asked}))`,
    ]);
  }
  const returned = given.map(({ key, value }) => (key === value ? key : `${key}:${value}`)).join(',\n');
  const body = `${edited(text, edits)}\nreturn{${returned}}`;
  return { name, needs, modules, body };
}

const isPart = (request) => /^\.\/[\w$.-]+\.js$/.test(request);

function importText(request, entries) {
  const from = isPart(request) ? `__load("${nameOf(request)}")` : `require(${JSON.stringify(request)})`;
  if (entries.length === 0) return `${from};`;
  const named = [];
  const whole = [];
  for (const { importName, localName } of entries)
    if (importName.kind === 'Name')
      named.push(
        importName.name === localName.value ? localName.value : `${importName.name}:${localName.value}`,
      );
    else whole.push(`${localName.value}=${from}`);
  if (named.length > 0) whole.push(`{${named.join(',\n')}}=${from}`);
  return `const ${whole.join(',')};`;
}

/**
 * V8 of Node 20 makes a new hidden class, in the memory that is collected last, for every key that is added to a copy
 * (`{...row, verdict}`): two microseconds and up to a kilobyte each time. To an object that does not begin as a copy keys
 * are added twenty times as fast. `...null` adds nothing, so that what comes out is the same.
 */
function quickSpreads(program) {
  const edits = [];
  const walk = (node) => {
    const { type, properties, start } = node;
    if (type === 'ObjectExpression' && properties.length > 1 && properties[0].type === 'SpreadElement')
      edits.push([start + 1, start + 1, '...null,']);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value);
  };
  walk(program.body);
  return edits;
}

/** What is no part of the bundle, made as its parts are. */
export function withQuickSpreads(name, text) {
  return edited(text, quickSpreads(parseSync(name, text).program));
}

function edited(text, edits) {
  let out = '';
  let at = 0;
  for (const [start, end, put] of edits.sort(([a], [b]) => a - b)) {
    out += text.slice(at, start) + put;
    at = end;
  }
  return out + text.slice(at);
}

/** Others take what a part returns as it is then: a variable that a function sets later would stay as it was. */
function mustNotChange(program, exported, part) {
  const walk = (node, inFunction) => {
    if (!node || typeof node !== 'object') return;
    const target = { AssignmentExpression: node.left, UpdateExpression: node.argument }[node.type];
    if (inFunction && target?.type === 'Identifier' && exported.has(target.name))
      throw new Error(
        `${target.name} of ${part} is set in a function and used by other parts: export a function that gives it`,
      );
    const inside = inFunction || /^(?:Function|ArrowFunction)/.test(node.type ?? '');
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, inside);
  };
  walk(program.body, false);
}

/** A part runs after those that it needs, so none may need itself by way of others. */
function mustNotTurn(parts) {
  const needs = new Map(parts.map((part) => [part.name, part.needs]));
  const done = new Set();
  const visit = (name, way) => {
    if (done.has(name)) return;
    if (way.includes(name))
      throw new Error(`parts of the bundle need each other: ${[...way, name].join(' > ')}`);
    for (const need of needs.get(name)) visit(need, [...way, name]);
    done.add(name);
  };
  for (const { name } of parts) visit(name, []);
}

const HEAD = `"use strict";const __here=require('node:url').pathToFileURL(__filename).href;`;
/** How a part is asked for: `__load` at once, `__later` where the source has `import()`. */
const LOADER = `const __loaded=exports.loaded=new Map(),
__part=(name)=>(Object.hasOwn(__parts,name)||Object.assign(__parts,require('./rest.cjs').parts(__load,__later,__outside,__here)),
__parts[name]),
__load=(name)=>{let given=__loaded.get(name);return given===void 0&&__loaded.set(name,given=__part(name)()),given},
__later=async(name)=>__load(name),__outside=async(take)=>{const given=take();return{...given,default:given}};`;

const written = ({ name, modules, body }) => `
//# ${[name, ...modules].join(' ')}
"${name}"(){${body}},`;

/** What each part of a written bundle is made of: its name, its source modules, its text. */
export const partsIn = (text) =>
  [...text.matchAll(/^\/\/# (\S+)(.*)\n([\s\S]*?)(?=^\/\/# |^\}\)?;$)/gm)].map(([, name, modules, body]) => ({
    name,
    modules: modules.trim().split(' ').filter(Boolean),
    needs: [...body.matchAll(/__load\("([^"]+)"\)/g)].map(([, need]) => need),
  }));

/** The text of `mcptest.cjs` (the parts in `first`, and the doors) and that of `rest.cjs`. */
export function bundleTexts({ parts, doors, first }) {
  const [own, rest] = [
    parts.filter(({ name }) => first.has(name)),
    parts.filter(({ name }) => !first.has(name)),
  ];
  return {
    main: `${HEAD}${LOADER}
${Object.entries(doors)
  .map(([door, { opens }]) => `exports.${door}=${opens};`)
  .join('')}
const __parts={${own.map(written).join('')}
};
`,
    rest: `"use strict";exports.parts=(__load,__later,__outside,__here)=>({${rest.map(written).join('')}
});
`,
  };
}
