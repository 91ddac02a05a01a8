import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Decider } from '../decider.js';
import type { UserEvent } from './user.events.js';

export type UserCommand = { type: 'CreateUser'; data: UserEvent['data'] };
export type User = { status: 'none' } | { status: 'active'; role: UserEvent['data']['role'] };

export const user: Decider<UserCommand, UserEvent, User> = {
  category: 'user',
  initialState: { status: 'none' },
  decide: (command, state) => {
    if (state.status !== 'none') throw new Rejection('conflict', { message: 'The user exists already.' });
    return [{ type: 'UserCreated', data: command.data }];
  },
  evolve: (_state, event) => ({ status: 'active', role: event.data.role }),
};
