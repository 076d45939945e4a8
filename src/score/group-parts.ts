/** Groups and floors of agent tests as the envelope holds them, and the floors' lines for stderr. */
import { redactFloor, redactGroup } from '../envelope/redact-row.js';
import { rowNames } from '../envelope/row-names.js';
import { floorLines } from '../metrics/floor-lines.js';
import type { Redactor } from '../redact/redactor.js';
import type { Floor, Group } from '../types/envelope.js';
import type { PlannedGroup } from '../types/plan.js';
import { visible } from '../util/text.js';

interface JudgedGroup {
  planned: PlannedGroup;
  group?: Group;
  floor?: Floor;
}

/** A list that would be empty is absent. */
export function groupParts(
  judged: readonly JudgedGroup[],
  redactor: Redactor,
): { tool_selection?: Floor[]; groups?: Group[] } {
  const groups = judged.flatMap(({ group }) => (group ? [redactGroup(group, redactor)] : []));
  const floors = judged.flatMap(({ floor }) => (floor ? [redactFloor(floor, redactor)] : []));
  return {
    tool_selection: floors.length > 0 ? floors : undefined,
    groups: groups.length > 0 ? groups : undefined,
  };
}

export function floorText(judged: readonly JudgedGroup[], redactor: Redactor): string[] {
  const named = rowNames(judged.map(({ planned }) => ({ file: planned.suite.display_file })));
  return judged.flatMap(({ floor, planned }) =>
    floor ? floorLines(floor, named(planned.name, floor)).map((line) => visible(redactor.text(line))) : [],
  );
}
