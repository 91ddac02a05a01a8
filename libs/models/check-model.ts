import { greetingIn } from './greetings.js';

/** The files of a model, as paths. */
export interface ModelFilePaths {
  model: string;
  vocabularies: string[];
  shortlist?: string;
}

/** A sentence and its translation. */
export interface TranslatedSample {
  source: string;
  target: string;
}

/** Reads a model whole and translates a sentence of its language with it. Rejects for files that are damaged or do not belong together. */
export type CheckModel = (files: ModelFilePaths, language: string) => Promise<TranslatedSample>;

/** Checks a model by loading it as the service does. */
export const checkModel: CheckModel = async (files, language) => {
  const { Translator } = await import('@transledger/marian');
  const [first = '', second] = files.vocabularies;
  const vocabularies = second === undefined ? ([first] as const) : ([first, second] as const);
  const translator = await Translator.load({ ...files, vocabularies });
  try {
    const source = greetingIn(language);
    return { source, target: (await translator.translate(source)).text };
  } finally {
    await translator.close();
  }
};
