import { readFileSync, statSync } from 'node:fs';
import { parseCheckpoint } from '../checkpoint.js';
import { parseNote, type SignedNote, verifyNote } from '../signed-note.js';
import { type StampedHead, stampedHeadsIn } from '../stamped-heads.js';
import type { VerifierKey } from '../verifier-key.js';

/** A checkpoint in a file: the note alone, or as the API answers it. */
export interface ShownCheckpoint {
  note: string;
  timestamps: unknown;
}

/** No checkpoint is larger. */
const maxBytes = 1024 * 1024;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const answerIn = (text: string): ShownCheckpoint | undefined => {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const shown = isObject(answer) && isObject(answer.data) ? answer.data : answer;
  if (!isObject(shown) || typeof shown.checkpoint !== 'string' || 'type' in shown) return undefined;
  return { note: shown.checkpoint, timestamps: shown.timestamps };
};

/** The checkpoint in a file; undefined for standard input and whatever is none. */
export const checkpointIn = (file: string): ShownCheckpoint | undefined => {
  if (file === '-' || statSync(file).size > maxBytes) return undefined;
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('{')) return answerIn(text);
  return text.includes('\n\n\u2014 ') ? { note: text, timestamps: undefined } : undefined;
};

export interface VerifiedCheckpoint {
  origin: string;
  size: number;
  checkpoint: SignedNote;
  stamped: StampedHead[];
}

/** Verifies a checkpoint with the key of the log. Never throws. */
export const verifyCheckpoint = async (
  { note, timestamps }: ShownCheckpoint,
  key: VerifierKey,
): Promise<{ verified: VerifiedCheckpoint } | { fault: string }> => {
  try {
    const checkpoint = parseNote(note);
    const head = parseCheckpoint(checkpoint.text);
    const { origin, size } = head;
    if (origin !== key.name) return { fault: `it is of the log ${origin}, and the key of ${key.name}` };
    if (!(await verifyNote(checkpoint, key))) return { fault: 'it is not signed with the key' };
    return { verified: { origin, size, checkpoint, stamped: stampedHeadsIn(timestamps, head) } };
  } catch (error) {
    return { fault: error instanceof RangeError ? 'the checkpoint is damaged' : String((error as Error).message) };
  }
};
