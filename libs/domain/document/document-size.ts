/** Max bytes of an uploaded document: 100 MiB. */
export const maxDocumentBytes = 100 * 1024 * 1024;

/** So many bytes of a file count as one character, where it has fewer characters than that. */
export const bytesOfCharacter = 4_096;

/** So many bytes of a file whose text is not counted yet count as one character: few files of that size have more text. */
const bytesOfUncounted = 16;

/** The characters that are set aside for a document that is counted later, of which so many are known. */
export const reservedCharacters = (characters: number, sizeBytes: number): number =>
  Math.max(characters, Math.floor(sizeBytes / bytesOfUncounted));

/**
 * The characters that a document counts as: those of its text, or those of its bytes where these are more, since a file that has
 * next to no text costs work and room all the same.
 */
export const countedCharacters = (characters: number, sizeBytes: number): number =>
  Math.max(characters, Math.floor(sizeBytes / bytesOfCharacter));
