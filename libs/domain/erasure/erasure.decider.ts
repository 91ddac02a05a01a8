import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { ErasureCommand } from './erasure.commands.js';
import type { ErasureEvent, ErasureFailure } from './erasure.events.js';

export type Erasure =
  | { status: 'none' }
  | {
      status: 'pending' | 'completed' | 'failed';
      erasureId: string;
      organizationId: string;
      subject: string;
      failure: ErasureFailure | undefined;
    };

const unknown = () => new Rejection('not_found', { message: 'The erasure does not exist.' });

/** Decides an erasure. One that has failed may still be completed, and the same failure is recorded once. */
const decide = (command: ErasureCommand, erasure: Erasure): ErasureEvent[] => {
  switch (command.type) {
    case 'RequestErasure': {
      if (erasure.status !== 'none') throw new Rejection('conflict', { message: 'The erasure was requested before.' });
      const { erasureId, organizationId, subjectType, subject, reason, now } = command;
      const data = { erasureId, organizationId, subjectType, subject, reason, requestedAt: now };
      return [{ type: 'ErasureRequested', data }];
    }
    case 'CompleteErasure': {
      if (erasure.status === 'none') throw unknown();
      if (erasure.status === 'completed') return [];
      const { erasureId, organizationId } = erasure;
      const { entriesAffected, now } = command;
      return [{ type: 'ErasureCompleted', data: { erasureId, organizationId, entriesAffected, completedAt: now } }];
    }
    case 'FailErasure': {
      if (erasure.status === 'none') throw unknown();
      if (erasure.status === 'completed' || erasure.failure === command.failure) return [];
      const { erasureId, organizationId } = erasure;
      return [
        { type: 'ErasureFailed', data: { erasureId, organizationId, failure: command.failure, failedAt: command.now } },
      ];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (erasure: Erasure, event: ErasureEvent): Erasure => {
  switch (event.type) {
    case 'ErasureRequested': {
      const { erasureId, organizationId, subject } = event.data;
      return { status: 'pending', erasureId, organizationId, subject, failure: undefined };
    }
    case 'ErasureCompleted':
      return erasure.status === 'none' ? erasure : { ...erasure, status: 'completed' };
    case 'ErasureFailed':
      return erasure.status === 'none' ? erasure : { ...erasure, status: 'failed', failure: event.data.failure };
    default:
      return assertNever(event);
  }
};

export const erasure: Decider<ErasureCommand, ErasureEvent, Erasure> = {
  category: 'erasure',
  initialState: { status: 'none' },
  decide,
  evolve,
};
