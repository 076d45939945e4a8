/**
 * Tries mutants in this process: runs the tests that come by the place of a mutant while it is switched on, first in the
 * modules that are there, then, where it survives, in fresh ones. Started by `hunt.ts`, and told by messages.
 */
import { performance } from 'node:perf_hooks';

/** Where the code with the mutants looks which of them is switched on. */
const ns = { activeMutant: undefined };
globalThis.__stryker__ = ns;
/** How often the tests go without a mutant, to see that none of them left anything behind. */
const CHECK_EVERY = 20;
const files = new Map();

process.on('message', async ({ bundles, mutants }) => {
  try {
    for (const bundle of bundles) files.set(bundle, await loaded(bundle));
    const coverage = await first();
    process.send({ kind: 'ready', coverage, leftOut: leftOut() });
    let doubtful = [];
    for (const id of mutants) {
      process.send({ kind: 'trying', id });
      const status = await tried(id, coverage);
      doubtful.push({ id, status });
      if (doubtful.length < CHECK_EVERY && id !== mutants.at(-1)) continue;
      // One that changed what the modules remember may have failed others: those are tried anew, in fresh modules.
      if (!(await allPass())) {
        for (const one of doubtful) {
          process.send({ kind: 'trying', id: one.id });
          one.status = await fresh(one.id, coverage);
        }
        for (const bundle of bundles) files.set(bundle, await loaded(bundle, `again${id}`));
      }
      for (const one of doubtful) process.send({ kind: 'tried', ...one });
      doubtful = [];
    }
    process.send({ kind: 'done' });
  } catch (error) {
    process.send({ kind: 'broke', message: error.stack });
  }
});
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

async function loaded(bundle, query = '') {
  globalThis.__tests__ = { list: [], first: [] };
  await import(`${bundle}?${query}`);
  const { list, first: hooks } = globalThis.__tests__;
  for (const hook of hooks) await hook();
  return list;
}

/** Whether it passes within its time; a sleeping test has a limit of its own, and one that loops is ended from outside. */
async function passes(test) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), 8000 + 20 * (test.ms ?? 0));
  });
  try {
    await Promise.race([test.run(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** The first time: which tests pass, how long they take, and which mutants each of them comes by. */
async function first() {
  const atLoad = new Set(Object.keys(ns.mutantCoverage?.static ?? {}));
  for (const [bundle, list] of files)
    for (const [at, test] of list.entries()) {
      ns.currentTestId = `${bundle} ${at}`;
      const began = performance.now();
      test.ok = await passes(test);
      test.ms = performance.now() - began;
    }
  ns.currentTestId = undefined;
  const by = {};
  const hits = {};
  for (const [key, seen] of Object.entries(ns.mutantCoverage?.perTest ?? {}))
    for (const [id, count] of Object.entries(seen)) {
      by[id] = [...(by[id] ?? []), key];
      hits[id] = Math.max(hits[id] ?? 0, count);
    }
  return { by, hits, atLoad: [...atLoad] };
}

function leftOut() {
  return [...files].flatMap(([, list]) => list.filter(({ ok }) => !ok).map(({ name }) => name));
}

const testOf = (key, lists = files) => {
  const [bundle, at] = key.split(' ');
  return lists.get(bundle)[Number(at)];
};

async function tried(id, coverage) {
  const keys = (coverage.by[id] ?? []).filter((key) => testOf(key).ok);
  const isAtLoad = coverage.atLoad.includes(id);
  if (keys.length === 0 && !isAtLoad) return 'NoCoverage';
  if (keys.length > 0 && (await isKilledBy(id, keys, files, coverage))) return 'Killed';
  return fresh(id, coverage);
}

/** The shortest first. */
async function isKilledBy(id, keys, lists, { hits }) {
  ns.activeMutant = id;
  ns.hitLimit = 1000 + 100 * (hits[id] ?? 0);
  try {
    const sorted = [...keys].sort((a, b) => testOf(a).ms - testOf(b).ms);
    for (const key of sorted) {
      ns.hitCount = 0;
      const test = testOf(key, lists);
      // A mutant may take a row away from a table of tests.
      if (test === undefined || !(await passes(test))) return true;
    }
    return false;
  } finally {
    ns.activeMutant = undefined;
    ns.hitCount = undefined;
  }
}

/** In modules that were read with the mutant in them. */
async function fresh(id, coverage) {
  const isAtLoad = coverage.atLoad.includes(id);
  const covered = new Set(coverage.by[id] ?? []);
  for (const [bundle, list] of files) {
    const keys = list
      .map((_, at) => `${bundle} ${at}`)
      .filter((key) => testOf(key).ok && (isAtLoad || covered.has(key)));
    if (keys.length === 0) continue;
    ns.activeMutant = id;
    ns.hitCount = 0;
    ns.hitLimit = 1e6;
    let again;
    try {
      again = await loaded(bundle, `mutant${id}`);
    } catch {
      return 'Killed';
    } finally {
      ns.activeMutant = undefined;
    }
    if (await isKilledBy(id, keys, new Map([[bundle, again]]), coverage)) return 'Killed';
  }
  return 'Survived';
}

async function allPass() {
  for (const list of files.values())
    for (const test of list) if (test.ok && !(await passes(test))) return false;
  return true;
}
