import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';

/** A change that needs no translation of its own. */
export const changeOf = ({ start, end }: { start: number; end: number }, text: string): TextUnit => ({
  segments: [],
  edit: () => ({ start, end, text }),
});
