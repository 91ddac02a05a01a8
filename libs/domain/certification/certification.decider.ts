import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { CertificationCommand } from './certification.commands.js';
import type { Certification, CertificationEvent } from './certification.events.js';
import { dueNotice, type Notice, nextNoticeAt } from './expiry-notices.js';

export interface CertificationState {
  /** Undefined when none is recorded, or it was deleted. */
  certification: Certification | undefined;
  /** The last notice that was given. It outlives changes and deletion, so that none is given twice. */
  lastNotice: Notice | undefined;
}

const decide = (
  command: CertificationCommand,
  { certification, lastNotice }: CertificationState,
): CertificationEvent[] => {
  const { organizationId, now } = command;
  switch (command.type) {
    case 'RecordCertification': {
      const recorded = command.certification;
      return [
        {
          type: 'CertificationRecorded',
          data: {
            ...recorded,
            organizationId,
            nextNoticeAt: nextNoticeAt(recorded.expiresAt, lastNotice, now),
            recordedAt: now,
          },
        },
      ];
    }
    case 'DeleteCertification':
      if (certification === undefined) {
        throw new Rejection('not_found', { message: 'No certification of this standard is recorded.' });
      }
      return [
        {
          type: 'CertificationDeleted',
          data: { organizationId, standard: certification.standard, deletedAt: now },
        },
      ];
    case 'NoticeCertificationExpiry': {
      if (!certification?.expiresAt) return [];
      const { standard, expiresAt } = certification;
      const notice = dueNotice(expiresAt, lastNotice, now);
      if (notice === undefined) return [];
      const next = nextNoticeAt(expiresAt, notice, now);
      return [
        {
          type: 'CertificationExpiring',
          data: {
            organizationId,
            standard,
            expiresAt,
            daysLeft: notice.daysLeft,
            nextNoticeAt: next,
            noticedAt: now,
          },
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: CertificationState, event: CertificationEvent): CertificationState => {
  switch (event.type) {
    case 'CertificationRecorded': {
      const { organizationId: _, nextNoticeAt: __, recordedAt: ___, ...certification } = event.data;
      return { ...state, certification };
    }
    case 'CertificationExpiring': {
      const { expiresAt, daysLeft } = event.data;
      return { ...state, lastNotice: { expiresAt, daysLeft } };
    }
    case 'CertificationDeleted':
      return { ...state, certification: undefined };
    default:
      return assertNever(event);
  }
};

/** A standard of an organization: what it says of it, and the notices that it expires. */
export const certification: Decider<CertificationCommand, CertificationEvent, CertificationState> = {
  category: 'certification',
  initialState: { certification: undefined, lastNotice: undefined },
  decide,
  evolve,
};
