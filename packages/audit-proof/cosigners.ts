import { verifyCosignature } from './cosignature.js';
import type { SignedNote } from './signed-note.js';
import type { WitnessPolicy } from './witness-policy.js';

export interface Cosigner {
  /** Name of the witness in the policy. */
  name: string;
  /** When the checkpoint was the newest that it had seen. */
  time: Date;
}

/** Which witnesses of a policy have cosigned a checkpoint, and whether they are its quorum. */
export const cosignersOf = async (
  note: SignedNote,
  { witnesses, isQuorum }: WitnessPolicy,
): Promise<{ cosigners: Cosigner[]; isQuorum: boolean }> => {
  const cosigners: Cosigner[] = [];
  for (const { name, key } of witnesses) {
    const time = await verifyCosignature(note, key);
    if (time !== undefined) cosigners.push({ name, time });
  }
  return { cosigners, isQuorum: isQuorum(new Set(cosigners.map(({ name }) => name))) };
};
