/**
 * Stands in for `vitest` in the bundles of the mutants: tests are kept in a list, to be run again and again in one
 * process. Holds what the tests of the rooms use of it.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import { fn, restoreAllMocks, spyOn } from '@vitest/spy';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
Object.assign(expect, {
  getState: () => getState(expect),
  setState: (state) => setState(state, expect),
  assertions: () => {},
});
expect.setState({ assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null });
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, writable: true, configurable: true });

export const vi = { fn, spyOn, restoreAllMocks, mock() {} };

/** The list that the bundle which is read at this moment adds to. */
const tests = () => globalThis.__tests__;
let around = { names: [], before: [], after: [] };
let finished = [];
export const onTestFinished = (done) => finished.push(done);
export const beforeEach = (hook) => around.before.push(hook);
export const afterEach = (hook) => around.after.push(hook);
export const beforeAll = (hook) => tests().first.push(hook);
export const afterAll = () => {};

function add(name, ...rest) {
  const body = rest.find((one) => typeof one === 'function');
  const inner = around;
  const run = async () => {
    finished = [];
    for (const hook of inner.before) await hook();
    try {
      await body?.({});
    } finally {
      for (const hook of [...inner.after, ...finished]) await hook();
    }
  };
  tests().list.push({ name: [...inner.names, String(name)].join(' > '), run });
}

function group(name, body) {
  const outer = around;
  around = { names: [...outer.names, String(name)], before: [...outer.before], after: [...outer.after] };
  body();
  around = outer;
}

const each =
  (one) =>
  (rows, ...values) =>
  (name, body) => {
    if (values.length > 0) throw new Error('a table in a template is not read here');
    for (const [at, row] of rows.entries())
      one(`${name} ${at}`, () => body(...(Array.isArray(row) ? row : [row])));
  };

export const it = Object.assign(add, {
  each: each(add),
  skip() {},
  skipIf: (isSkipped) =>
    Object.assign(isSkipped ? () => {} : add, { each: isSkipped ? () => () => {} : each(add) }),
});
export const test = it;
export const describe = Object.assign(group, { each: each(group), skipIf: (is) => (is ? () => {} : group) });
