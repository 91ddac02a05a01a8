import { entriesOf } from './entries-of.js';
import type { WitnessedLog, WitnessVerdict } from './witness-log.js';

/** The verdict as programs read it. */
export const witnessAsJson = (verdict: WitnessVerdict): object => {
  if ('fault' in verdict) return { consistent: false, reason: verdict.fault.reason };
  const { origin, size, before, cosignature, newKey } = verdict;
  return { consistent: true, origin, size, before: before ?? null, cosignature, new_key: newKey ?? null };
};

const linesOfLog = (log: WitnessedLog): string[] => {
  const { origin, size, before, cosignature, isKeyFromService, newKey, notVouched } = log;
  return [
    before === undefined
      ? `✓ ${origin} is kept from now on, at ${entriesOf(size)}.`
      : `✓ ${origin} has ${entriesOf(size)}, and begins with the ${before} that it had.`,
    ...(isKeyFromService ? ['  Its key comes from the service itself: compare it with what you know of it.'] : []),
    ...(newKey === undefined
      ? []
      : [
          `  Its key was rotated, as an entry says that the key before has signed. Relied on from now on:\n  ${newKey}`,
        ]),
    ...(notVouched === undefined ? [] : [`  A newer key signs it too, which is not relied on yet: ${notVouched}.`]),
    cosignature,
  ];
};

/** The verdict as people read it. */
export const witnessLines = (verdict: WitnessVerdict): string[] =>
  'fault' in verdict ? [`✗ ${verdict.fault.reason}`] : linesOfLog(verdict);
