/**
 * Tries mutants in this process: runs the tests that come by the place of a mutant while it is switched on, first in the
 * modules that are there, then, where it survives, in fresh ones. Started by `hunt.ts`, and told by messages.
 */
import { performance } from 'node:perf_hooks';

/** Where the code with the mutants looks which of them is switched on. */
const ns = { activeMutant: undefined };
globalThis.__stryker__ = ns;
/** After so many mutants at the earliest the tests go without one, to see that none of them left anything behind, */
const CHECK_EVERY = 20;
/** and after so many times as long as that takes. */
const CHECK_SHARE = 2;
/** A mutant that is not there while modules are read is met in fresh ones by the quickest files of tests, so many of them. */
const FRESH_FILES = 3;
const files = new Map();
/** By bundle: the mutants that are there while it is read. */
const atLoad = new Map();

process.on('message', async ({ bundles, mutants }) => {
  try {
    for (const bundle of bundles) {
      const before = { ...ns.mutantCoverage?.static };
      files.set(bundle, await loaded(bundle));
      const seen = Object.entries(ns.mutantCoverage?.static ?? {});
      atLoad.set(bundle, new Set(seen.flatMap(([id, count]) => (count > (before[id] ?? 0) ? [id] : []))));
    }
    const coverage = await first();
    process.send({ kind: 'ready', coverage, leftOut: leftOut() });
    const checkMs = [...files.values()].flat().reduce((sum, { ok, ms }) => sum + (ok ? ms : 0), 0);
    let doubtful = [];
    let since = performance.now();
    for (const id of mutants) {
      process.send({ kind: 'trying', id });
      const status = await tried(id, coverage);
      doubtful.push({ id, status });
      process.send({ kind: 'seen', id, status });
      const isDue = doubtful.length >= CHECK_EVERY && performance.now() - since > CHECK_SHARE * checkMs;
      if (!isDue && id !== mutants.at(-1)) continue;
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
      since = performance.now();
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
  return { by, hits };
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
  if (keys.length === 0 && !isAtLoad(id)) return 'NoCoverage';
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

const isAtLoad = (id) => [...atLoad.values()].some((seen) => seen.has(id));

/** In modules that were read with the mutant in them, the quickest files first. */
async function fresh(id, coverage) {
  const covered = new Set(coverage.by[id] ?? []);
  const chosen = [...files]
    .map(([bundle, list]) => {
      const all = atLoad.get(bundle).has(id);
      const keys = list.map((_, at) => `${bundle} ${at}`);
      return { bundle, keys: keys.filter((key) => testOf(key).ok && (all || covered.has(key))) };
    })
    .filter(({ keys }) => keys.length > 0)
    .map((one) => ({ ...one, ms: one.keys.reduce((sum, key) => sum + testOf(key).ms, 0) }))
    .sort((a, b) => a.ms - b.ms);
  for (const { bundle, keys } of isAtLoad(id) ? chosen : chosen.slice(0, FRESH_FILES)) {
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
