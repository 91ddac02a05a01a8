/** Codes as the API writes them: `es`, `pt-BR`. */
export interface GlossaryLanguages {
  source: string;
  target: string;
}

/** `pt` of `pt-BR`. */
export const baseLanguage = (code: string): string => code.split('-', 1)[0] ?? code;
