/** Every state of the page of a run and of the viewer, for pictures (scripts/gallery.ts) and for axe (test/page-states.test.ts). */
import type { Page } from 'playwright-core';
import { envelopeText } from '../../src/envelope/build.js';
import { sampleCase, sampleRun } from '../../src/envelope/sample-run.js';
import { saveRun } from '../../src/store/workspace.js';
import type { RunEnvelope } from '../../src/types/envelope.js';
import { everyField } from './every-field.js';
import {
  agentRun,
  allPass,
  flakyRun,
  handedOver,
  longNames,
  mixed,
  oneTest,
  toolCase,
  weakRun,
} from './sample-pages.js';

export interface PageState {
  hash?: string;
  /** What the page shows once it is ready. */
  ready: string;
  /** What a reader does to come there. */
  act?(page: Page): Promise<unknown>;
}

export interface ReportState extends PageState {
  run: RunEnvelope;
}

const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });

/** Runs of one agent test, so that one can be set beside another. */
function twoRuns(): RunEnvelope {
  const run = agentRun(8);
  const [agent] = run.results;
  const again = agentRun(5).results[0]!;
  const twins = [agent!, again].map((one, place) => ({
    ...one,
    id: `twin-${place}`,
    run: place + 1,
    test: 'twin',
    model: `model-${place}`,
  }));
  return sampleRun([...twins, handedOver()], { tool_selection: run.tool_selection, groups: run.groups });
}

function notJudged(): RunEnvelope {
  const results = [toolCase(5, 'inconclusive'), toolCase(1, 'pass')];
  return sampleRun(results, { errors: [{ where: 'setup', message: 'the database did not start' }] });
}

const testHash = (test: string): string => `#/test/${encodeURIComponent(test)}`;

export const REPORT_STATES: Record<string, ReportState> = {
  one: { run: oneTest(), ready: '.row' },
  'one-test': { run: oneTest(), hash: testHash(oneTest().results[0]!.id), ready: '.crumbs' },
  'all-pass': { run: allPass(), ready: '.row' },
  none: { run: sampleRun([]), ready: '.review' },
  'not-judged': { run: notJudged(), ready: '.review' },
  mixed: { run: mixed(), ready: '.row' },
  'mixed-files': { run: mixed(), hash: '#/?group=file&sort=verdict', ready: '.row.file' },
  'mixed-failed': { run: mixed(), hash: '#/?verdict=fail', ready: '.row' },
  'mixed-nothing-found': { run: mixed(60), hash: '#/?q=no-such-test', ready: '.empty' },
  'mixed-test': { run: mixed(), hash: testHash('case-3'), ready: '.crumbs' },
  'mixed-difference': { run: mixed(), hash: testHash('case-44'), ready: '.diff' },
  'mixed-no-such-test': { run: mixed(60), hash: testHash('gone'), ready: 'h1' },
  keys: { run: allPass(), ready: '.row', act: (page) => page.keyboard.press('?') },
  flaky: { run: flakyRun(), ready: '.row' },
  'flaky-test': { run: flakyRun(), hash: testHash('case-5'), ready: '.attempts' },
  weak: { run: weakRun(), ready: '#strength' },
  'weak-open': { run: weakRun(), ready: '#strength', act: openAll },
  agent: { run: agentRun(), ready: '#floors' },
  'agent-test': { run: agentRun(), hash: testHash(agentRun().results[0]!.id), ready: '.timeline' },
  'agent-long': { run: agentRun(400), hash: testHash(agentRun().results[0]!.id), ready: '.timeline' },
  'agent-offered': { run: twoRuns(), hash: testHash('handed'), ready: '#offered' },
  'agent-models': { run: twoRuns(), ready: '#matrix' },
  'agent-beside': { run: twoRuns(), hash: `${testHash('twin-0')}?beside=twin-1`, ready: '.pairs' },
  'every-field': { run: everyField(), ready: '#tests', act: openAll },
  'every-field-test': { run: everyField(), hash: testHash(everyField().results[0]!.id), ready: '.crumbs' },
  'long-names': { run: longNames(), ready: '.row' },
  'long-names-test': { run: longNames(), hash: testHash(longNames().results[3]!.id), ready: '.crumbs' },
};

const id = (n: number): string => `01JCQQYV4S3H6KX7M8RN2T5X${String(n).padStart(2, '0')}`;

/** Twenty requests to a model, twice each, of which the first ones went well. */
function requests(right: number): RunEnvelope {
  const results = Array.from({ length: 40 }, (_, n) =>
    sampleCase({
      id: `request-${n}`,
      name: `request ${n >> 1} #${(n % 2) + 1}`,
      test: `request ${n >> 1}`,
      run: (n % 2) + 1,
      kind: 'agent',
      model: 'scripted',
      verdict: n < right ? 'pass' : 'fail',
      figures: { 'golden_path.wasted': 40 - right + (n % 2) },
      trace: { calls: [], tokens: { input: 100 + right, output: 10, total: 110 + right } },
    }),
  );
  return sampleRun(results);
}

/** Fourteen saved runs of four kinds, for the states of the viewer. */
export function fillWorkspace(workspace: string): void {
  for (let n = 0; n < 14; n += 1) {
    const run = savedRun(n);
    const started_at = `2026-11-${String(3 + n).padStart(2, '0')}T09:00:00.000Z`;
    const duration_ms = run.duration_ms + n * 400;
    const envelope = envelopeText({ ...run, run_id: id(n), started_at, duration_ms });
    saveRun(workspace, id(n), { envelope });
  }
}

function savedRun(n: number): RunEnvelope {
  if (n > 11) return n === 12 ? requests(12) : requests(36);
  if (n % 4 === 3) return agentRun(10 + n);
  return n % 3 === 1 ? mixed(60 + n * 10) : allPass(20 + n * 4);
}

const agentTest = agentRun(10).results[0]!.id;

export const VIEWER_STATES: Record<string, PageState> = {
  viewer: { ready: '.over-time' },
  'viewer-chosen': {
    ready: '.runs',
    act: async (page) => {
      for (const box of (await page.locator('.runs input').all()).slice(0, 2)) await box.check();
    },
  },
  'viewer-run': { hash: `#/run/${id(11)}`, ready: '.since' },
  'viewer-test': { hash: `#/run/${id(11)}/test/${encodeURIComponent(agentTest)}`, ready: '.timeline' },
  'viewer-history': { hash: `#/history/${id(11)}/${encodeURIComponent(agentTest)}`, ready: '.plot' },
  'viewer-no-history': { hash: `#/history/${id(11)}/gone`, ready: 'h1' },
  'viewer-gone': { hash: '#/run/gone', ready: '.broken' },
  'viewer-compare': { hash: `#/compare/${id(9)}/${id(10)}`, ready: '.pair' },
  'viewer-compare-agents': { hash: `#/compare/${id(7)}/${id(11)}`, ready: '.pair' },
  'viewer-compare-models': { hash: `#/compare/${id(12)}/${id(13)}`, ready: '#help' },
};
