/** `compat:` of a suite: what clients make of the tools of one server of a run. */
import { compatFindings } from '../../compat/as-findings.js';
import { CLIENTS, chooseClients, mergeClients } from '../../compat/clients.js';
import { compatReport, failing } from '../../compat/report.js';
import type { Catalog } from '../../types/catalog.js';
import type { Finding } from '../../types/envelope.js';
import type { CatalogCall } from '../../types/suite.js';
import type { CatalogFigures, CatalogSource } from './catalog-check.js';
import { readClientsFile } from './clients-file.js';

const VERDICTS = ['error', 'dropped', 'degraded'] as const;
const MAX_NOTES = 10;

export interface CompatFigures extends CatalogFigures {
  findings: Finding[];
}

export async function compatFigures(
  catalog: Catalog,
  { compat = {}, server }: CatalogCall,
  { info }: CatalogSource,
  dir: string,
): Promise<CompatFigures | { problem: string }> {
  const { clients: asked, clients_file, fail_on = 'error', server_name } = compat;
  const known = clients_file === undefined ? CLIENTS : mergeClients(await readClientsFile(clients_file, dir));
  const chosen = chooseClients(known, asked);
  const whole: Catalog = {
    ...catalog,
    instructions: info.instructions,
    protocolVersion: info.protocol_version,
  };
  const report = compatReport(
    [
      {
        catalog: whole,
        server_name: server_name ?? server,
        name_from: server_name === undefined ? 'suite' : 'option',
      },
    ],
    { chosen, clients: known, month: '' },
  );
  if (asked !== undefined && report.not_judged.length > 0)
    return {
      problem: `nothing is known that could be judged of ${report.not_judged.map(({ client }) => client).join(', ')}`,
    };
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => {
      const broken = report.clients.filter(({ findings }) =>
        findings.some((finding) => !finding.maybe && finding.verdict === verdict),
      );
      return [verdict, broken.length];
    }),
  );
  const notes = [
    ...new Set(
      failing(report, fail_on).map(({ rule, tool, message }) => `${rule} ${tool ?? server}: ${message}`),
    ),
  ];
  return {
    figures: Object.fromEntries(VERDICTS.map((verdict) => [`compat.${verdict}`, counts[verdict] ?? 0])),
    root: { compat: counts },
    defaults: VERDICTS.slice(0, VERDICTS.indexOf(fail_on) + 1).map((verdict) => ({
      target: `compat.${verdict}`,
      matcher: { '==': 0 },
    })),
    notes: notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES), 'and more in `findings`'] : notes,
    findings: compatFindings(report),
  };
}
