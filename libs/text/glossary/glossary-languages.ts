/** Language codes as the API writes them: `es`, `pt-BR`. */
export interface GlossaryLanguages {
  source: string;
  target: string;
}
