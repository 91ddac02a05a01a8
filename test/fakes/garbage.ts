import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage of this process, at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Number of the objects that something still holds. */
export const countHeld = async (references: readonly WeakRef<object>[]): Promise<number> => {
  // A reference that was read holds its object until the turn is over.
  await setImmediate();
  collectGarbage();
  return references.filter((reference) => reference.deref() !== undefined).length;
};
