import type { Command } from 'commander';
import { addLazily, type LazyCommand } from './lazy-commands.js';

/** The commands on audit logs: those that verify load all that proofs need, those that list do not. */
export const auditCommands: readonly LazyCommand[] = [
  {
    name: 'list',
    description: 'entries of the audit log, newest first',
    load: async () => (await import('./audit-list.command.js')).addAuditList,
  },
  {
    name: 'export',
    description: 'export entries to a file, oldest first, in the name of a key with the scope compliance:read',
    load: async () => (await import('./audit-export.command.js')).addAuditExport,
  },
  {
    name: 'verify',
    description:
      'verify an export in NDJSON, a receipt or a checkpoint, without the service; without a file, the log of an organization',
    load: async () => (await import('./audit-verify.command.js')).addAuditVerify,
  },
  {
    name: 'rotate-key',
    description: 'sign the log with another key as well from now on, and with it alone after 30 days',
    load: async () => (await import('./audit-log-keys.command.js')).addRotateKey,
  },
  {
    name: 'new-log',
    description: 'close a log that is signed no more, and begin another over what remains of it',
    load: async () => (await import('./audit-log-keys.command.js')).addNewLog,
  },
  {
    name: 'resume-log',
    description: 'sign a log again that does begin with what was signed of it',
    load: async () => (await import('./audit-log-keys.command.js')).addResumeLog,
  },
  {
    name: 'witness',
    description: 'compare the log of a service with what was kept of it in a file, cosign it, and keep it there',
    load: async () => (await import('./audit-witness.command.js')).addAuditWitness,
  },
];

export const addAuditCommands = (group: Command): void => addLazily(group, auditCommands);
