import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { HoldCommand } from './hold.commands.js';
import type { HoldEvent } from './hold.events.js';

export type Hold = { status: 'none' } | { status: 'active' | 'lifted'; holdId: string; organizationId: string };

const decide = (command: HoldCommand, hold: Hold): HoldEvent[] => {
  switch (command.type) {
    case 'PlaceHold': {
      if (hold.status !== 'none') throw new Rejection('conflict', { message: 'The hold exists already.' });
      const { holdId, organizationId, target, reason, now } = command;
      return [{ type: 'HoldPlaced', data: { holdId, organizationId, target, reason, placedAt: now } }];
    }
    case 'LiftHold': {
      if (hold.status === 'none') throw new Rejection('not_found', { message: 'The hold does not exist.' });
      if (hold.status === 'lifted') throw new Rejection('conflict', { message: 'The hold was lifted before.' });
      const { holdId, organizationId } = hold;
      return [{ type: 'HoldLifted', data: { holdId, organizationId, liftedAt: command.now } }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (hold: Hold, event: HoldEvent): Hold => {
  switch (event.type) {
    case 'HoldPlaced': {
      const { holdId, organizationId } = event.data;
      return { status: 'active', holdId, organizationId };
    }
    case 'HoldLifted':
      return hold.status === 'none' ? hold : { ...hold, status: 'lifted' };
    default:
      return assertNever(event);
  }
};

export const hold: Decider<HoldCommand, HoldEvent, Hold> = {
  category: 'hold',
  initialState: { status: 'none' },
  decide,
  evolve,
};
