import { expect } from 'vitest';
import { type Decider, fold } from '#libs/domain/decider.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';

interface Then<Event> {
  then(events: Event[]): void;
  thenRejected(code: ErrorCode): void;
}

/** `given(decider, events).when(command).then(events)`: the rules of an aggregate, read as sentences. */
export const given = <Command, Event, State>(decider: Decider<Command, Event, State>, events: Event[]) => ({
  when: (command: Command): Then<Event> => {
    const decide = () => decider.decide(command, fold(decider, events));
    return {
      then: (expected) => expect(decide()).toEqual(expected),
      thenRejected: (code) => {
        expect(decide).toThrow(Rejection);
        expect(() => {
          try {
            decide();
          } catch (error) {
            throw error instanceof Rejection ? new Error(error.code) : error;
          }
        }).toThrow(new RegExp(`^${code}$`));
      },
    };
  },
});
