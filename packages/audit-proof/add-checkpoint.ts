import { toBase64 } from './bytes.js';
import { verifyCosignature } from './cosignature.js';
import { formatNote, isBy, parseNote } from './signed-note.js';
import type { VerifierKey } from './verifier-key.js';

/** The body of a request to a witness: the note, and the proof that leads to it from the size that it saw last (C2SP tlog-witness). */
export const formatAddCheckpoint = (oldSize: number, proof: readonly Uint8Array[], note: string): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n');

/** The line of a valid cosignature of the note in what a witness has answered; undefined where there is none. */
export const cosignatureIn = async (answer: string, note: string, key: VerifierKey): Promise<string | undefined> => {
  try {
    const { text } = parseNote(note);
    const { signatures } = parseNote(`${text}\n${answer}`);
    for (const signature of signatures.filter((one) => isBy(one, key))) {
      const alone = { text, signatures: [signature] };
      if ((await verifyCosignature(alone, key)) !== undefined) return formatNote(alone).slice(text.length + 1);
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
