/**
 * Tries mutants in this process: runs the tests that come by the place of a mutant while it is switched on, first in the
 * modules that are there, then, where it survives, in fresh ones. Started by `hunt.ts`, and told by messages.
 */
import { performance } from 'node:perf_hooks';
import { runInThisContext } from 'node:vm';
import { note, noted, switchOff, switchOn, tellRead } from './switches.mjs';

/** A mutant that is not there while modules are read is met in fresh ones by the quickest files of tests, so many of them. */
const FRESH_FILES = 3;
/** A test that takes longer is left out: it would be run for every mutant that it comes by. */
const MOST_MS = 300;
/** It takes longer while it is noted which mutants it comes by. */
const MOST_NOTING_MS = 1500;
/** The modules that were read anew stay in memory; with so much of it another process goes on. */
const MOST_BYTES = 700e6;
/** What waits for so long without anything to do waits for something that never comes. */
const MOST_IDLE_MS = 5000;
/** Of the processor; far more than any test takes that is not left out. */
const LOOP_US = 1e6;
const files = new Map();
/** By bundle: the mutants that are there while it is read. */
const atLoad = new Map();

// A hunt that was stopped leaves nobody behind.
process.on('disconnect', () => process.exit(1));
process.on('message', async ({ bundles, mutants, known }) => {
  try {
    for (const bundle of bundles) {
      note();
      files.set(bundle, await loaded(bundle));
      atLoad.set(bundle, new Set([...noted().keys(), ...tellRead()]));
    }
    if (known === undefined) process.send({ kind: 'ready', known: await first(), leftOut: leftOut() });
    else told = known;
    for (const [bundle, list] of files) {
      describe(bundle, list, told.tests[bundle]);
      atLoad.set(bundle, new Set(told.atLoad[bundle]));
    }
    await tryAll(mutants, told);
    process.send({ kind: 'done' });
  } catch (error) {
    process.send({ kind: 'broke', message: error.stack });
  }
});

async function tryAll(mutants, coverage) {
  for (const id of mutants) {
    process.send({ kind: 'trying', id });
    process.send({ kind: 'tried', id, status: await tried(id, coverage) });
    if (process.memoryUsage().heapUsed > MOST_BYTES) return;
  }
}

process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

/** The limit of time is for what never ends, not for many tests. */
const tellAlive = () => process.send({ kind: 'alive' });

async function loaded(bundle, query = '') {
  tellAlive();
  globalThis.__tests__ = { list: [], first: [] };
  await import(`${bundle}?${query}`);
  const { list, first: hooks } = globalThis.__tests__;
  for (const hook of hooks) await hook();
  return list;
}

/** A test that is late is run once more: another process may have had the machine, or what it waited for. */
async function passes(test) {
  return (await endOf(test)) === 'passes' || (isLate && (await endOf(test)) === 'passes');
}

let isLate = false;

/** How it ends; a sleeping test has a limit of its own, and one that loops is ended from outside. */
async function endOf(test) {
  tellAlive();
  isLate = false;
  const most = MOST_IDLE_MS + 20 * (test.ms ?? 0);
  const before = idleMs();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setInterval(() => {
      if (idleMs() - before < most) return;
      isLate = true;
      reject(new Error('late'));
    }, 500);
  });
  try {
    await Promise.race([started(test), late]);
    return 'passes';
  } catch {
    return 'fails';
  } finally {
    clearInterval(timer);
  }
}

/** How long this process had nothing to do: a clock on the wall also goes while others have the machine. */
const idleMs = () => performance.eventLoopUtilization().idle;

/** Runs until the test first waits for something; what goes round for ever until then is ended. */
function started(test) {
  globalThis.__started__ = () => test.run();
  for (;;) {
    const began = process.cpuUsage();
    try {
      return runInThisContext('__started__()', { timeout: 2500 });
    } catch (error) {
      // The clock on the wall went on while other processes had the machine.
      if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT' || process.cpuUsage(began).user > LOOP_US)
        throw error;
    }
  }
}

/** What a test is like is known by its place. */
function describe(bundle, list, like) {
  for (const [at, test] of list.entries())
    Object.assign(test, { ok: like[at]?.ok, ms: like[at]?.ms, place: `${bundle} ${at}` });
}

/** What the first process found out, for the others too. */
let told;

/** The first time: which tests pass, how long they take, and which mutants each of them comes by. */
async function first() {
  const by = {};
  const hits = {};
  let number = -1;
  for (const [bundle, list] of files) {
    for (const test of list) {
      number += 1;
      note(MOST_NOTING_MS);
      test.ok = await passes(test);
      for (const [id, count] of noted()) {
        by[id] ??= [];
        by[id].push(number);
        hits[id] = Math.max(hits[id] ?? 0, count);
      }
      if (!test.ok) continue;
      const began = process.cpuUsage();
      const ok = await passes(test);
      const { user, system } = process.cpuUsage(began);
      test.ms = (user + system) / 1000;
      test.ok = ok && test.ms < MOST_MS;
    }
    for (const id of tellRead()) atLoad.get(bundle).add(id);
  }
  await leaveOutUnsteady();
  const tests = Object.fromEntries(
    [...files].map(([bundle, list]) => [bundle, list.map(({ ok, ms }) => ({ ok, ms }))]),
  );
  const read = Object.fromEntries([...atLoad].map(([bundle, ids]) => [bundle, [...ids]]));
  told = { by, hits, tests, atLoad: read };
  return told;
}

/** What fails in another order, in fresh modules and without any mutant, would be taken for one that noticed it. */
async function leaveOutUnsteady() {
  for (const [bundle, list] of files) {
    const again = await loaded(bundle, 'again');
    const order = [...list.keys()].filter((at) => list[at].ok).sort((a, b) => list[a].ms - list[b].ms);
    for (const at of order) list[at].ok = await passes(again[at]);
  }
}

function leftOut() {
  return [...files].flatMap(([, list]) => list.filter(({ ok }) => !ok).map(({ name }) => name));
}

async function tried(id, coverage) {
  const all = [...files.values()].flat();
  const tests = (coverage.by[id] ?? []).map((number) => all[number]).filter(({ ok }) => ok);
  if (tests.length === 0 && !isAtLoad(id)) return 'NoCoverage';
  const killer = await killerOf(id, tests, coverage);
  if (killer === undefined) return fresh(id, coverage);
  if (await passes(killer)) return 'Killed';
  // This mutant has changed what modules remember: all after it get new ones, and it is tried in its own.
  for (const [bundle, list] of files) {
    const again = await loaded(bundle, `after${id}`);
    describe(bundle, again, list);
    files.set(bundle, again);
  }
  return fresh(id, coverage, files.size);
}

/** By the place of a test: how many mutants it noticed. */
const kills = new Map();

/** What it costs to try a test, measured by what it noticed before. */
const costOf = ({ ms = 0, place }) => (ms + 1) / (1 + (kills.get(place) ?? 0));

/** The test that notices it, the shortest and those that notice much first. */
async function killerOf(id, tests, { hits }) {
  try {
    for (const test of tests.toSorted((a, b) => costOf(a) - costOf(b))) {
      switchOn(Number(id), 1000 + 100 * (hits[id] ?? 0));
      if (await passes(test)) continue;
      kills.set(test.place, (kills.get(test.place) ?? 0) + 1);
      return test;
    }
    return undefined;
  } finally {
    switchOff();
  }
}

const isAtLoad = (id) => [...atLoad.values()].some((seen) => seen.has(Number(id)));

/** In which files which tests come by it. */
function placesOf(id, coverage) {
  const by = new Set(coverage.by[id] ?? []);
  let before = 0;
  return [...files].flatMap(([bundle, list]) => {
    const isRead = atLoad.get(bundle).has(Number(id));
    const places = [...list.keys()].filter((at) => list[at].ok && (isRead || by.has(before + at)));
    before += list.length;
    return places.length > 0 ? [{ bundle, list, places, ms: msOf(places.map((at) => list[at])) }] : [];
  });
}

/** Reading a file of tests anew takes about as long as tests of so many milliseconds. */
const READING_MS = 100;

/** In modules that were read with the mutant in them, the quickest files and those that notice much first. */
async function fresh(id, coverage, most = FRESH_FILES) {
  const costOfFile = ({ bundle, ms }) => (READING_MS + ms) / (1 + (kills.get(bundle) ?? 0));
  const chosen = placesOf(id, coverage).sort((a, b) => costOfFile(a) - costOfFile(b));
  for (const { bundle, list, places } of isAtLoad(id) ? chosen : chosen.slice(0, most)) {
    let again;
    switchOn(Number(id), 1e6);
    try {
      again = await loaded(bundle, `mutant${id}`);
    } catch {
      return killedBy(bundle);
    } finally {
      switchOff();
    }
    // A mutant may take a row away from a table of tests.
    if (again.length !== list.length) return killedBy(bundle);
    describe(bundle, again, list);
    const tests = places.map((at) => again[at]);
    if ((await killerOf(id, tests, coverage)) !== undefined) return killedBy(bundle);
  }
  return 'Survived';
}

function killedBy(bundle) {
  kills.set(bundle, (kills.get(bundle) ?? 0) + 1);
  return 'Killed';
}

const msOf = (tests) => tests.reduce((sum, { ms }) => sum + ms, 0);
