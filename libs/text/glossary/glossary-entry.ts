export interface GlossaryEntry {
  source: string;
  target: string;
}

export const maxEntries = 10_000;

/** Unicode code points of a source or a target. */
export const maxTermLength = 1_024;

/** UTF-16 units of all sources and targets together, which bound the memory of a compiled glossary to some 60 MB. */
export const maxGlossaryBytes = 2_000_000;
