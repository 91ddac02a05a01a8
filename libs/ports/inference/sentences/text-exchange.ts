import type { Atom } from '../units/atom.js';

/** A piece of a model's answer: words, or a group of fixed atoms that came back. */
export type AnswerPiece =
  | { kind: 'words'; text: string; run: number | undefined }
  | { kind: 'fixed'; atoms: readonly FixedAtom[] };

export type FixedAtom = Extract<Atom, { kind: 'fixed' }>;

/** The text sent for some atoms, and the way to read its answer. */
export interface TextExchange {
  text: string;
  /** Reads an answer. @throws LostContentError */
  read(answer: string): AnswerPiece[];
}

/** Thrown for an answer in which a fixed piece is missing or stands twice. */
export class LostContentError extends Error {
  override readonly name = 'LostContentError';
}

/** An item of the text for a model, in order: neighbouring fixed atoms travel as one. */
export type TextItem =
  | { kind: 'text'; text: string; run: number }
  | { kind: 'space'; text: string; run: number }
  | { kind: 'fixed'; atoms: FixedAtom[]; run: number };

/** Splits atoms into items; a space of more than one sign goes as one, and is put back afterwards. */
export const textItemsOf = (atoms: readonly Atom[]): TextItem[] => {
  const items: TextItem[] = [];
  for (const atom of atoms) {
    const last = items.at(-1);
    if (atom.kind === 'fixed' && last?.kind === 'fixed') last.atoms.push(atom);
    else if (atom.kind === 'fixed') items.push({ kind: 'fixed', atoms: [atom], run: atom.run });
    else if (atom.kind === 'space')
      items.push({ kind: 'space', text: atom.text.length === 1 ? atom.text : ' ', run: atom.run });
    else items.push({ kind: 'text', text: atom.text, run: atom.run });
  }
  return items;
};

/** Gives out each fixed group once. */
export class FixedGroups {
  private readonly taken = new Set<number>();

  constructor(private readonly groups: readonly (readonly FixedAtom[])[]) {}

  /** Takes a group. @throws LostContentError when it was taken or does not exist */
  take(index: number): AnswerPiece {
    const atoms = this.groups[index];
    if (atoms === undefined || this.taken.has(index)) throw new LostContentError('A fixed piece came back twice');
    this.taken.add(index);
    return { kind: 'fixed', atoms };
  }

  /** Checks the groups at the end. @throws LostContentError when one was not taken */
  assertAllTaken(): void {
    if (this.taken.size !== this.groups.length) throw new LostContentError('A fixed piece did not come back');
  }
}
