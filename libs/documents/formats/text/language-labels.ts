/** The languages of a file and of its translation, as tags. */
export interface Languages {
  source: string;
  target: string;
}

export const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** A language tag that names the source language becomes that of the target. */
export const relabelled = (tag: string, languages: Languages | undefined): string =>
  languages && primary(tag) === primary(languages.source) && primary(tag) !== primary(languages.target)
    ? languages.target
    : tag;
