import { v5 as uuidv5 } from 'uuid';

const namespace = 'e3f0a2d4-6a0f-5b53-9d0c-3d7a3f1c8b11';

/**
 * UUIDv5 of the command and the event's place in it: a retry whose first answer was lost makes the same
 * ids and so never writes twice.
 */
export const eventIdFor = (commandId: string, ordinal: number): string => uuidv5(`${commandId}/${ordinal}`, namespace);
