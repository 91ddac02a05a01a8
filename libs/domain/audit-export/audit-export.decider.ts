import { assertNever, type Decider } from '../decider.js';
import { Rejection } from '../errors/rejection.js';
import type { AuditExportEvent, AuditExportEventOf } from './audit-export.events.js';

export type AuditExportCommand =
  | { type: 'StartAuditExport'; data: AuditExportEventOf<'AuditLogExportStarted'>['data'] }
  | {
      type: 'CompleteAuditExport';
      data: Omit<AuditExportEventOf<'AuditLogExportCompleted'>['data'], 'format'>;
    }
  | { type: 'BreakAuditExport'; data: AuditExportEventOf<'AuditLogExportBroken'>['data'] }
  | { type: 'AbandonAuditExport'; data: AuditExportEventOf<'AuditLogExportAbandoned'>['data'] };

export type AuditExport =
  | { status: 'none' }
  | { status: 'started' | 'ended'; started: AuditExportEventOf<'AuditLogExportStarted'>['data'] };

const startedOf = (state: AuditExport) => {
  if (state.status === 'none') throw new Rejection('not_found', { message: 'The export does not exist.' });
  return state.started;
};

const decide = (command: AuditExportCommand, state: AuditExport): AuditExportEvent[] => {
  switch (command.type) {
    case 'StartAuditExport':
      if (state.status !== 'none') throw new Rejection('conflict', { message: 'The export exists already.' });
      return [{ type: 'AuditLogExportStarted', data: command.data }];
    case 'CompleteAuditExport': {
      const { format } = startedOf(state);
      return state.status === 'ended' ? [] : [{ type: 'AuditLogExportCompleted', data: { ...command.data, format } }];
    }
    case 'BreakAuditExport':
      startedOf(state);
      return state.status === 'ended' ? [] : [{ type: 'AuditLogExportBroken', data: command.data }];
    case 'AbandonAuditExport':
      startedOf(state);
      return state.status === 'ended' ? [] : [{ type: 'AuditLogExportAbandoned', data: command.data }];
    default:
      return assertNever(command);
  }
};

/** An export of the audit log, from its start to its one end. */
export const auditExport: Decider<AuditExportCommand, AuditExportEvent, AuditExport> = {
  category: 'audit_export',
  initialState: { status: 'none' },
  decide,
  evolve: (state, event) =>
    event.type === 'AuditLogExportStarted'
      ? { status: 'started', started: event.data }
      : { status: 'ended', started: startedOf(state) },
};
