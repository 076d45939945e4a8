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
/** A test that takes longer is left out: it would be run for every mutant that it comes by. */
const MOST_MS = 1000;
const files = new Map();
/** By bundle: the mutants that are there while it is read. */
const atLoad = new Map();

let isOver = false;
process.on('message', async ({ bundles, mutants, known, stop }) => {
  if (stop) {
    isOver = true;
    return;
  }
  try {
    await readAll(bundles);
    if (known === undefined) process.send({ kind: 'ready', known: await first(), leftOut: leftOut() });
    else told = known;
    for (const [bundle, list] of files) {
      describe(list, told.tests[bundle]);
      atLoad.set(bundle, new Set(told.atLoad[bundle]));
    }
    await tryAll(mutants, told);
    process.send({ kind: 'done' });
  } catch (error) {
    process.send({ kind: 'broke', message: error.stack });
  }
});

async function readAll(bundles) {
  for (const bundle of bundles) {
    const before = { ...ns.mutantCoverage?.static };
    files.set(bundle, await loaded(bundle));
    noteRead(bundle, before);
  }
}

/** The mutants that were there since then while modules of the bundle were read. */
function noteRead(bundle, before) {
  const seen = Object.entries(ns.mutantCoverage?.static ?? {});
  const now = seen.flatMap(([id, count]) => (count > (before[id] ?? 0) ? [id] : []));
  atLoad.set(bundle, new Set([...(atLoad.get(bundle) ?? []), ...now]));
}

async function tryAll(mutants, coverage) {
  const checkMs = [...files.values()].flat().reduce((sum, { ok, ms }) => sum + (ok ? ms : 0), 0);
  let doubtful = [];
  let since = performance.now();
  for (const id of mutants) {
    process.send({ kind: 'trying', id });
    const status = await tried(id, coverage);
    doubtful.push({ id, status });
    process.send({ kind: 'seen', id, status });
    // A message is read between two turns.
    await new Promise(setImmediate);
    const isDue = doubtful.length >= CHECK_EVERY && performance.now() - since > CHECK_SHARE * checkMs;
    if (!isDue && !isOver && id !== mutants.at(-1)) continue;
    // One that changed what the modules remember may have failed others: those are tried anew, in fresh modules.
    if (!(await allPass())) await tryAnew(doubtful, coverage);
    for (const one of doubtful) process.send({ kind: 'tried', ...one });
    doubtful = [];
    since = performance.now();
    if (isOver) return;
  }
}

async function tryAnew(doubtful, coverage) {
  for (const one of doubtful) {
    process.send({ kind: 'trying', id: one.id });
    one.status = await fresh(one.id, coverage, files.size);
  }
  for (const [bundle, list] of files) {
    const again = await loaded(bundle, `again${doubtful.at(-1).id}`);
    describe(again, list);
    files.set(bundle, again);
  }
}

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

/** What a test is like is known by its place. */
function describe(list, like) {
  for (const [at, test] of list.entries()) Object.assign(test, { ok: like[at]?.ok, ms: like[at]?.ms });
}

/** What the first process found out, for the others too. */
let told;

/** The first time: which tests pass, how long they take, and which mutants each of them comes by. */
async function first() {
  for (const [bundle, list] of files) {
    const before = { ...ns.mutantCoverage?.static };
    for (const [at, test] of list.entries()) {
      ns.currentTestId = `${bundle} ${at}`;
      const began = process.cpuUsage();
      const ok = await passes(test);
      const { user, system } = process.cpuUsage(began);
      test.ms = (user + system) / 1000;
      test.ok = ok && test.ms < MOST_MS;
    }
    ns.currentTestId = undefined;
    noteRead(bundle, before);
  }
  const by = {};
  const hits = {};
  for (const [key, seen] of Object.entries(ns.mutantCoverage?.perTest ?? {}))
    for (const [id, count] of Object.entries(seen)) {
      by[id] ??= [];
      by[id].push(key);
      hits[id] = Math.max(hits[id] ?? 0, count);
    }
  const tests = Object.fromEntries(
    [...files].map(([bundle, list]) => [bundle, list.map(({ ok, ms }) => ({ ok, ms }))]),
  );
  told = {
    by,
    hits,
    tests,
    atLoad: Object.fromEntries([...atLoad].map(([bundle, ids]) => [bundle, [...ids]])),
  };
  return told;
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
      // The limit is for what never ends, not for many tests.
      process.send({ kind: 'trying', id });
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
async function fresh(id, coverage, most = FRESH_FILES) {
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
  for (const { bundle, keys } of isAtLoad(id) ? chosen : chosen.slice(0, most)) {
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
