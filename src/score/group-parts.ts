/** Groups and floors of agent tests as the envelope holds them, and the floors' lines for stderr. */

import { rowNames } from '../envelope/row-names.js';
import { floorLines } from '../metrics/tool-selection.js';
import type { Redactor } from '../redact/redactor.js';
import type { Floor, Group } from '../types/envelope.js';
import type { PlannedGroup } from '../types/plan.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { visible } from '../util/text.js';

interface GroupOutcome {
  planned: PlannedGroup;
  group?: Group;
  floor?: Floor;
}

type Parts = { tool_selection?: Floor[]; groups?: Group[] };

/** Names come from the suite, which may hold secrets; everything else was redacted as it was recorded. */
export function groupParts(outcomes: readonly GroupOutcome[], redactor: Redactor): Parts {
  const groups = outcomes.flatMap(({ group }) =>
    group ? [{ ...group, ...shownNames(group, redactor), name: redactor.text(group.name) }] : [],
  );
  const floors = outcomes.flatMap(({ floor }) =>
    floor ? [{ ...floor, ...shownNames(floor, redactor), agent: redactor.text(floor.agent) }] : [],
  );
  return {
    ...(floors.length > 0 && { tool_selection: floors }),
    ...(groups.length > 0 && { groups }),
  };
}

/** As the rows have them. */
function shownNames({ test, model }: Group | Floor, redactor: Redactor): Pick<Group, 'test' | 'model'> {
  return redactor.value(omitUndefined({ test, model }));
}

export function floorText(outcomes: readonly GroupOutcome[], redactor: Redactor): string[] {
  const named = rowNames(outcomes.map(({ planned }) => ({ file: planned.suite.display_file })));
  return outcomes.flatMap(({ floor, planned }) =>
    floor ? floorLines(floor, named(planned.name, floor)).map((line) => visible(redactor.text(line))) : [],
  );
}
