import type { Command } from 'commander';
import { addAuditExport } from './audit-export.command.js';
import { addAuditList } from './audit-list.command.js';
import { addAuditLogKeys } from './audit-log-keys.command.js';
import { addAuditVerify } from './audit-verify.command.js';
import { addAuditWitness } from './audit-witness.command.js';

export const addAuditCommands = (group: Command): void => {
  addAuditList(group);
  addAuditExport(group);
  addAuditVerify(group);
  addAuditLogKeys(group);
  addAuditWitness(group);
};
