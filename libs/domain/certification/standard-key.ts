/** Two names of a standard are the same one where they differ only in capitals and outer white space. */
export const standardKey = (standard: string): string => standard.normalize('NFC').trim().toLowerCase();
