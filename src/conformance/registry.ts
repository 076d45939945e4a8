/** Every check, in the order of the report. An id is never used again. */
import type { ConformanceCheck } from './check.js';
import { cAuth001 } from './checks/auth/c-auth-001.js';
import { cAuth002 } from './checks/auth/c-auth-002.js';
import { cAuth003 } from './checks/auth/c-auth-003.js';
import { cAuth004 } from './checks/auth/c-auth-004.js';
import { cAuth005 } from './checks/auth/c-auth-005.js';
import { cCall001 } from './checks/call/c-call-001.js';
import { cCall002 } from './checks/call/c-call-002.js';
import { cCall003 } from './checks/call/c-call-003.js';
import { cCall004 } from './checks/call/c-call-004.js';
import { cCall005 } from './checks/call/c-call-005.js';
import { cCall006 } from './checks/call/c-call-006.js';
import { cCall007 } from './checks/call/c-call-007.js';
import { cCall008 } from './checks/call/c-call-008.js';
import { cCall009 } from './checks/call/c-call-009.js';
import { cCall010 } from './checks/call/c-call-010.js';
import { cCall011 } from './checks/call/c-call-011.js';
import { cCall012 } from './checks/call/c-call-012.js';
import { cCall013 } from './checks/call/c-call-013.js';
import { cCap001 } from './checks/cap/c-cap-001.js';
import { cCap002 } from './checks/cap/c-cap-002.js';
import { cCap003 } from './checks/cap/c-cap-003.js';
import { cCap004 } from './checks/cap/c-cap-004.js';
import { cCap005 } from './checks/cap/c-cap-005.js';
import { cCap006 } from './checks/cap/c-cap-006.js';
import { cCap007 } from './checks/cap/c-cap-007.js';
import { cCap008 } from './checks/cap/c-cap-008.js';
import { cCap009 } from './checks/cap/c-cap-009.js';
import { cCap010 } from './checks/cap/c-cap-010.js';
import { cCap011 } from './checks/cap/c-cap-011.js';
import { cFrame001 } from './checks/frame/c-frame-001.js';
import { cFrame002 } from './checks/frame/c-frame-002.js';
import { cFrame003 } from './checks/frame/c-frame-003.js';
import { cFrame004 } from './checks/frame/c-frame-004.js';
import { cFrame005 } from './checks/frame/c-frame-005.js';
import { cFrame006 } from './checks/frame/c-frame-006.js';
import { cFrame007 } from './checks/frame/c-frame-007.js';
import { cFrame008 } from './checks/frame/c-frame-008.js';
import { cHttp001 } from './checks/http/c-http-001.js';
import { cHttp002 } from './checks/http/c-http-002.js';
import { cHttp003 } from './checks/http/c-http-003.js';
import { cHttp004 } from './checks/http/c-http-004.js';
import { cHttp005 } from './checks/http/c-http-005.js';
import { cHttp006 } from './checks/http/c-http-006.js';
import { cHttp007 } from './checks/http/c-http-007.js';
import { cHttp008 } from './checks/http/c-http-008.js';
import { cHttp009 } from './checks/http/c-http-009.js';
import { cHttp010 } from './checks/http/c-http-010.js';
import { cHttp011 } from './checks/http/c-http-011.js';
import { cHttp012 } from './checks/http/c-http-012.js';
import { cHttp013 } from './checks/http/c-http-013.js';
import { cHttp014 } from './checks/http/c-http-014.js';
import { cHttp015 } from './checks/http/c-http-015.js';
import { cHttp016 } from './checks/http/c-http-016.js';
import { cHttp017 } from './checks/http/c-http-017.js';
import { cHttp018 } from './checks/http/c-http-018.js';
import { cHttp019 } from './checks/http/c-http-019.js';
import { cHttp020 } from './checks/http/c-http-020.js';
import { cHttp021 } from './checks/http/c-http-021.js';
import { cHttp022 } from './checks/http/c-http-022.js';
import { cHttp023 } from './checks/http/c-http-023.js';
import { cLife001 } from './checks/life/c-life-001.js';
import { cLife002 } from './checks/life/c-life-002.js';
import { cLife003 } from './checks/life/c-life-003.js';
import { cLife004 } from './checks/life/c-life-004.js';
import { cLife005 } from './checks/life/c-life-005.js';
import { cLife006 } from './checks/life/c-life-006.js';
import { cLife007 } from './checks/life/c-life-007.js';
import { cLife008 } from './checks/life/c-life-008.js';
import { cLife009 } from './checks/life/c-life-009.js';
import { cLife010 } from './checks/life/c-life-010.js';
import { cLife011 } from './checks/life/c-life-011.js';
import { cLife012 } from './checks/life/c-life-012.js';
import { cLife013 } from './checks/life/c-life-013.js';
import { cLife014 } from './checks/life/c-life-014.js';
import { cLife015 } from './checks/life/c-life-015.js';
import { cLife016 } from './checks/life/c-life-016.js';
import { cLife017 } from './checks/life/c-life-017.js';
import { cLife018 } from './checks/life/c-life-018.js';
import { cList001 } from './checks/list/c-list-001.js';
import { cList002 } from './checks/list/c-list-002.js';
import { cList003 } from './checks/list/c-list-003.js';
import { cList004 } from './checks/list/c-list-004.js';
import { cList005 } from './checks/list/c-list-005.js';
import { cList006 } from './checks/list/c-list-006.js';
import { cList007 } from './checks/list/c-list-007.js';
import { cList008 } from './checks/list/c-list-008.js';
import { cList009 } from './checks/list/c-list-009.js';
import { cList010 } from './checks/list/c-list-010.js';
import { cList011 } from './checks/list/c-list-011.js';
import { cList012 } from './checks/list/c-list-012.js';
import { cList013 } from './checks/list/c-list-013.js';
import { cList014 } from './checks/list/c-list-014.js';
import { cList015 } from './checks/list/c-list-015.js';
import { cList016 } from './checks/list/c-list-016.js';
import { cList017 } from './checks/list/c-list-017.js';
import { cList018 } from './checks/list/c-list-018.js';
import { cList019 } from './checks/list/c-list-019.js';
import { cList020 } from './checks/list/c-list-020.js';
import { cList021 } from './checks/list/c-list-021.js';
import { cList022 } from './checks/list/c-list-022.js';
import { cList023 } from './checks/list/c-list-023.js';
import { cList024 } from './checks/list/c-list-024.js';
import { cCache001 } from './checks/mrtr/c-cache-001.js';
import { cCache002 } from './checks/mrtr/c-cache-002.js';
import { cCache003 } from './checks/mrtr/c-cache-003.js';
import { cCache004 } from './checks/mrtr/c-cache-004.js';
import { cMrtr001 } from './checks/mrtr/c-mrtr-001.js';
import { cMrtr002 } from './checks/mrtr/c-mrtr-002.js';
import { cMrtr003 } from './checks/mrtr/c-mrtr-003.js';
import { cMrtr004 } from './checks/mrtr/c-mrtr-004.js';
import { cMrtr005 } from './checks/mrtr/c-mrtr-005.js';
import { cMrtr006 } from './checks/mrtr/c-mrtr-006.js';
import { cMrtr007 } from './checks/mrtr/c-mrtr-007.js';
import { cMrtr008 } from './checks/mrtr/c-mrtr-008.js';
import { cNotif001 } from './checks/notif/c-notif-001.js';
import { cNotif002 } from './checks/notif/c-notif-002.js';
import { cNotif003 } from './checks/notif/c-notif-003.js';
import { cNotif004 } from './checks/notif/c-notif-004.js';
import { cNotif005 } from './checks/notif/c-notif-005.js';
import { cNotif006 } from './checks/notif/c-notif-006.js';
import { cNotif007 } from './checks/notif/c-notif-007.js';
import { cPrompt001 } from './checks/prompt/c-prompt-001.js';
import { cPrompt002 } from './checks/prompt/c-prompt-002.js';
import { cPrompt003 } from './checks/prompt/c-prompt-003.js';
import { cPrompt004 } from './checks/prompt/c-prompt-004.js';
import { cPrompt005 } from './checks/prompt/c-prompt-005.js';
import { cRes001 } from './checks/res/c-res-001.js';
import { cRes002 } from './checks/res/c-res-002.js';
import { cRes003 } from './checks/res/c-res-003.js';
import { cRes004 } from './checks/res/c-res-004.js';
import { cRes005 } from './checks/res/c-res-005.js';
import { cRes006 } from './checks/res/c-res-006.js';
import { cRes007 } from './checks/res/c-res-007.js';
import { cRes008 } from './checks/res/c-res-008.js';
import { cRes009 } from './checks/res/c-res-009.js';
import { cRpc001 } from './checks/rpc/c-rpc-001.js';
import { cRpc002 } from './checks/rpc/c-rpc-002.js';
import { cRpc003 } from './checks/rpc/c-rpc-003.js';
import { cRpc004 } from './checks/rpc/c-rpc-004.js';
import { cRpc005 } from './checks/rpc/c-rpc-005.js';
import { cRpc006 } from './checks/rpc/c-rpc-006.js';
import { cRpc007 } from './checks/rpc/c-rpc-007.js';
import { cRpc008 } from './checks/rpc/c-rpc-008.js';
import { cRpc009 } from './checks/rpc/c-rpc-009.js';
import { cRpc010 } from './checks/rpc/c-rpc-010.js';
import { cRpc011 } from './checks/rpc/c-rpc-011.js';
import { cRpc012 } from './checks/rpc/c-rpc-012.js';
import { cRpc013 } from './checks/rpc/c-rpc-013.js';
import { cRpc014 } from './checks/rpc/c-rpc-014.js';
import { cRpc015 } from './checks/rpc/c-rpc-015.js';
import { cRpc016 } from './checks/rpc/c-rpc-016.js';
import { cRpc017 } from './checks/rpc/c-rpc-017.js';
import { cRpc018 } from './checks/rpc/c-rpc-018.js';
import { cRpc019 } from './checks/rpc/c-rpc-019.js';
import { cRpc020 } from './checks/rpc/c-rpc-020.js';
import { cCancel001 } from './checks/util/c-cancel-001.js';
import { cCancel002 } from './checks/util/c-cancel-002.js';
import { cCancel003 } from './checks/util/c-cancel-003.js';
import { cCancel004 } from './checks/util/c-cancel-004.js';
import { cComp001 } from './checks/util/c-comp-001.js';
import { cComp002 } from './checks/util/c-comp-002.js';
import { cComp003 } from './checks/util/c-comp-003.js';
import { cLog001 } from './checks/util/c-log-001.js';
import { cLog002 } from './checks/util/c-log-002.js';
import { cLog003 } from './checks/util/c-log-003.js';
import { cLog004 } from './checks/util/c-log-004.js';
import { cProg001 } from './checks/util/c-prog-001.js';
import { cProg002 } from './checks/util/c-prog-002.js';
import { cProg003 } from './checks/util/c-prog-003.js';
import { cProg004 } from './checks/util/c-prog-004.js';

export const CHECKS: readonly ConformanceCheck[] = [
  cFrame001,
  cFrame002,
  cFrame003,
  cFrame004,
  cFrame005,
  cFrame006,
  cFrame007,
  cFrame008,
  cRpc001,
  cRpc002,
  cRpc003,
  cRpc004,
  cRpc005,
  cRpc006,
  cRpc007,
  cRpc008,
  cRpc009,
  cRpc010,
  cRpc011,
  cRpc012,
  cRpc013,
  cRpc014,
  cRpc015,
  cRpc016,
  cRpc017,
  cRpc018,
  cRpc019,
  cRpc020,
  cLife001,
  cLife002,
  cLife003,
  cLife004,
  cLife005,
  cLife006,
  cLife007,
  cLife008,
  cLife009,
  cLife010,
  cLife011,
  cLife012,
  cLife013,
  cLife014,
  cLife015,
  cLife016,
  cLife017,
  cLife018,
  cCap001,
  cCap002,
  cCap003,
  cCap004,
  cCap005,
  cCap006,
  cCap007,
  cCap008,
  cCap009,
  cCap010,
  cCap011,
  cList001,
  cList002,
  cList003,
  cList004,
  cList005,
  cList006,
  cList007,
  cList008,
  cList009,
  cList010,
  cList011,
  cList012,
  cList013,
  cList014,
  cList015,
  cList016,
  cList017,
  cList018,
  cList019,
  cList020,
  cList021,
  cList022,
  cList023,
  cList024,
  cCall001,
  cCall002,
  cCall003,
  cCall004,
  cCall005,
  cCall006,
  cCall007,
  cCall008,
  cCall009,
  cCall010,
  cCall011,
  cCall012,
  cCall013,
  cRes001,
  cRes002,
  cRes003,
  cRes004,
  cRes005,
  cRes006,
  cRes007,
  cRes008,
  cRes009,
  cPrompt001,
  cPrompt002,
  cPrompt003,
  cPrompt004,
  cPrompt005,
  cComp001,
  cComp002,
  cComp003,
  cLog001,
  cLog002,
  cLog003,
  cLog004,
  cNotif001,
  cNotif002,
  cNotif003,
  cNotif004,
  cNotif005,
  cNotif006,
  cNotif007,
  cCancel001,
  cCancel002,
  cCancel003,
  cCancel004,
  cProg001,
  cProg002,
  cProg003,
  cProg004,
  cHttp001,
  cHttp002,
  cHttp003,
  cHttp004,
  cHttp005,
  cHttp006,
  cHttp007,
  cHttp008,
  cHttp009,
  cHttp010,
  cHttp011,
  cHttp012,
  cHttp013,
  cHttp014,
  cHttp015,
  cHttp016,
  cHttp017,
  cHttp018,
  cHttp019,
  cHttp020,
  cHttp021,
  cHttp022,
  cHttp023,
  cAuth001,
  cAuth002,
  cAuth003,
  cAuth004,
  cAuth005,
  cMrtr001,
  cMrtr002,
  cMrtr003,
  cMrtr004,
  cMrtr005,
  cMrtr006,
  cMrtr007,
  cMrtr008,
  cCache001,
  cCache002,
  cCache003,
  cCache004,
];
