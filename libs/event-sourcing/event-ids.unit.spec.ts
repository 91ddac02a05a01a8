import fc from 'fast-check';
import { v5 as uuidv5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { eventIdFor } from './event-ids.js';

const namespace = 'e3f0a2d4-6a0f-5b53-9d0c-3d7a3f1c8b11';

describe('the id of an event', () => {
  it('the id of an event is the UUIDv5 of its command and place, in every release', () => {
    expect(eventIdFor('req_01KAJ00000000000000000000A', 0)).toBe(uuidv5('req_01KAJ00000000000000000000A/0', namespace));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (command, ordinal) => {
        expect(eventIdFor(command, ordinal)).toBe(uuidv5(`${command}/${ordinal}`, namespace));
      }),
    );
  });
});
