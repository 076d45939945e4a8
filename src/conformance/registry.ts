/** Every check, in the order of the report. An id is never used again. */
import type { ConformanceCheck } from './check.js';
import { cFrame001 } from './checks/frame/c-frame-001.js';
import { cFrame002 } from './checks/frame/c-frame-002.js';
import { cFrame003 } from './checks/frame/c-frame-003.js';
import { cFrame004 } from './checks/frame/c-frame-004.js';
import { cFrame005 } from './checks/frame/c-frame-005.js';
import { cFrame006 } from './checks/frame/c-frame-006.js';
import { cFrame007 } from './checks/frame/c-frame-007.js';
import { cFrame008 } from './checks/frame/c-frame-008.js';
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
];
