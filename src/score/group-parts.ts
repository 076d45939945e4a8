/** Groups and floors of agent tests as the envelope holds them, and the floors' lines for stderr. */
import { redactFloor, redactGroup } from '../envelope/redact-row.js';
import { rowNames } from '../envelope/row-names.js';
import { floorLines } from '../metrics/floor-lines.js';
import type { Redactor } from '../redact/redactor.js';
import type { Dataset } from '../types/dataset.js';
import type { CaseResult, Floor, Group } from '../types/envelope.js';
import type { PlannedGroup } from '../types/plan.js';
import { visible } from '../util/text.js';
import { shownAssertions } from './shown-assertions.js';

interface JudgedGroup {
  planned: PlannedGroup;
  results: CaseResult[];
  group?: Group;
  floor?: Floor;
}

/** A list that would be empty is absent. */
export async function groupParts(
  judged: readonly JudgedGroup[],
  redactor: Redactor,
): Promise<{ tool_selection?: Floor[]; groups?: Group[]; datasets?: Dataset[] }> {
  const groups = judged.flatMap(({ group }) => (group ? [redactGroup(group, redactor)] : []));
  const floors = judged.flatMap(({ floor }) => (floor ? [redactFloor(floor, redactor)] : []));
  return {
    tool_selection: floors.length > 0 ? floors : undefined,
    groups: groups.length > 0 ? groups : undefined,
    datasets: await datasetsOf(judged, redactor),
  };
}

/** Tests whose cases say what is expected of the calls. */
async function datasetsOf(
  judged: readonly JudgedGroup[],
  redactor: Redactor,
): Promise<Dataset[] | undefined> {
  const counted = judged.filter(({ planned: { agent } }) => agent.expected && agent.case);
  if (counted.length === 0) return undefined;
  const { datasetOf } = await import('./dataset/datasets.js');
  const byTest = new Map<string, JudgedGroup[]>();
  for (const one of counted) {
    const { suite, agent, model } = one.planned;
    const key = JSON.stringify([suite.display_file, agent.case?.of, model]);
    const groups = byTest.get(key);
    if (groups) groups.push(one);
    else byTest.set(key, [one]);
  }
  const out: Dataset[] = [];
  for (const groups of byTest.values()) {
    const { suite, agent, model } = groups[0]!.planned;
    const all = suite.agents.filter(
      ({ case: own, skip }) => own?.of === agent.case?.of && skip === undefined,
    );
    const found = await datasetOf(
      {
        file: suite.display_file,
        test: redactor.text(agent.case?.of ?? agent.name),
        model: model === undefined ? undefined : redactor.text(model),
        gates: agent.dataset_gates && shownAssertions(agent.dataset_gates, redactor),
        of_cases: all.length,
      },
      groups.flatMap(({ planned, results }) => (planned.agent.skip === undefined ? results : [])),
    );
    if (found) out.push(found);
  }
  return out.length > 0 ? out : undefined;
}

export function floorText(judged: readonly JudgedGroup[], redactor: Redactor): string[] {
  const named = rowNames(judged.map(({ planned }) => ({ file: planned.suite.display_file })));
  return judged.flatMap(({ floor, planned }) =>
    floor ? floorLines(floor, named(planned.name, floor)).map((line) => visible(redactor.text(line))) : [],
  );
}
