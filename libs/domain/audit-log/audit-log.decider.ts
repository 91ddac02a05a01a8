import { assertNever, type Decider } from '../decider.js';
import type { AuditLogCommand } from './audit-log.commands.js';
import type { AuditLogEvent } from './audit-log.events.js';

export interface AuditLogState {
  /** The names of the keys that events say were begun: `<origin> <generation>`. */
  keys: ReadonlySet<string>;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Milliseconds for which the key before a rotation signs as well. */
export const bothSignMs = 30 * dayMs;

const nameOf = ({ origin, generation }: { origin: string; generation: number }): string => `${origin} ${generation}`;

const decide = (command: AuditLogCommand, { keys }: AuditLogState): AuditLogEvent[] => {
  if (command.type === 'ResumeAuditLog') {
    const { type: _, now: resumedAt, ...resumed } = command;
    return [{ type: 'AuditLogResumed', data: { ...resumed, resumedAt } }];
  }
  // The command is sent again where the keys could not be noted.
  if (keys.has(nameOf(command))) return [];
  const { organizationId, origin, generation, verifierKey, now } = command;
  const key = { organizationId, origin, generation, verifierKey };
  switch (command.type) {
    case 'RotateAuditLogKey': {
      const previousValidUntil = new Date(Date.parse(now) + bothSignMs).toISOString();
      const reason = command.reason === undefined ? {} : { reason: command.reason };
      return [{ type: 'AuditLogKeyRotated', data: { ...key, rotatedAt: now, previousValidUntil, ...reason } }];
    }
    case 'BeginAuditLog': {
      const { previousCheckpoint, reason } = command;
      return [{ type: 'AuditLogBegun', data: { ...key, previousCheckpoint, reason, begunAt: now } }];
    }
    default:
      return assertNever(command);
  }
};

/** The audit log of an organization: which of its logs is written to, and the keys that sign it. */
export const auditLogKeys: Decider<AuditLogCommand, AuditLogEvent, AuditLogState> = {
  category: 'audit_log',
  initialState: { keys: new Set() },
  decide,
  evolve: ({ keys }, { type, data }) =>
    type === 'AuditLogResumed' ? { keys } : { keys: new Set([...keys, nameOf(data)]) },
};
