/** How good the definitions of a server are, and how they changed. None of its tools is called. */

import { diffTools, lintTools, scoreTools } from '../../verbs/quality.js';
import { bounded } from '../bounded.js';
import { insidePaths } from '../inside-paths.js';
import { ASKS, names, output, targeted, text } from '../shapes.js';
import type { Verb } from '../verb.js';

export const qualityVerbs: Verb[] = [
  {
    name: 'lint_tools',
    title: 'Lint tool definitions',
    description:
      'Check the tool definitions of the server under test against the description and schema rules, worst tool first, with a fix for each finding. For one overall figure use score_tools.',
    input: targeted({ rules: names('Rule ids or families such as DESC or SCH-004') }),
    output: output({ findings: 'a', summary: 'o', tools: 'n' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const rules = args.rules as string[] | undefined;
      const { result, closing } = await lintTools({ ...target, signal: call.signal, rules });
      await closing;
      const findings = result.findings.filter(({ severity }) => severity !== 'pass');
      return bounded({ ...result, findings });
    },
  },
  {
    name: 'score_tools',
    title: 'Score tool definitions',
    description:
      'Score how well the definitions of the server under test tell a model what its tools are for (TDQS, 1 to 5, tiers A to F), offline and repeatable, with the tool to work on first.',
    input: targeted(),
    output: output({ name: 's', toolCount: 'n', tools: 'a', advice: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const { result, closing } = await scoreTools({ ...target, signal: call.signal });
      await closing;
      const tools = result.tools.map((tool) =>
        'unscored' in tool
          ? { name: tool.name, unscored: tool.unscored }
          : { name: tool.name, tdqs: tool.tdqs, tier: tool.tier, smells: tool.smells, flags: tool.flags },
      );
      const { coherenceJustifications: _left, ...rest } = result;
      return bounded({ ...rest, tools });
    },
  },
  {
    name: 'diff_catalogs',
    title: 'Diff two catalogues',
    description:
      'Compare a saved catalogue or mcptest.lock of the workspace with another one (`after`) or with what the server under test offers now, and class each change as breaking, risky or additive.',
    input: targeted(
      {
        before: text('Saved catalogue or lock, a path in the workspace'),
        after: text('Another one, in place of url or command'),
      },
      ['before'],
      { before: 'mcptest.lock' },
    ),
    output: output({ summary: 'o', changes: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const { workspace, signal } = call;
      const { before, after } = args as { before: string; after?: string };
      const [first, second] = await insidePaths(workspace, after === undefined ? [before] : [before, after]);
      const newer =
        second === undefined
          ? { ...(await call.target(args)), signal }
          : { cwd: workspace, workspace, from: second };
      const { result, closing } = await diffTools(first!, newer);
      await closing;
      return bounded({ ...result });
    },
  },
];
