import { baseLanguage, isVariant } from '#libs/text/languages/language-tag.js';
import { counted, listed } from '../../wording.js';
import { actsBy, type FactOf, factOfActs, factOfSettings } from '../facts/fact.js';
import { detectionAccuracy } from './detection-accuracy.js';

/** The pairs, models and licences that the engine reports. */
export const modelsAreKnown: FactOf = async ({ service: { inference } }) => {
  const direct = inference.pairs.filter(({ route }) => route === undefined);
  const models = new Set(direct.map(({ model }) => model));
  const licences = new Set(direct.flatMap(({ licence }) => (typeof licence === 'string' ? [licence] : [])));
  const unlicensed = direct.filter(({ licence }) => typeof licence !== 'string').length;
  const tags = new Set(inference.pairs.flatMap(({ source, target }) => [source, target]));
  const languages = new Set([...tags].map(baseLanguage));
  const variants = [...tags].filter(isVariant);
  return factOfSettings({
    text:
      `The engine ${inference.engine} reports ${counted(models.size, 'model')} for ${counted(direct.length, 'direct language pair')}, and ` +
      `${counted(inference.pairs.length - direct.length, 'more pair')} through other languages. The pairs are of ${counted(languages.size, 'language')}` +
      `${variants.length === 0 ? '. ' : `; ${counted(variants.length, 'variant')} of these (such as ${variants[0]}) ${variants.length === 1 ? 'counts in pairs of its own' : 'count in pairs of their own'}. `}` +
      `${licences.size === 0 ? 'No licence is stated by what is installed.' : `Licences stated by what is installed: ${listed([...licences].sort())}.`} ` +
      (unlicensed === 0
        ? 'Each direct pair states one.'
        : `For ${counted(unlicensed, 'pair')} the licence is not evidenced. Needed for those: the licence in what is installed, or in the documentation of the model.`),
    needed: `The engine ${inference.engine || 'in use'} reports no language pair. Needed: an engine that is ready.`,
    settings: direct.length > 0,
    figures: [
      { name: 'Models', value: models.size, unit: 'models' },
      { name: 'Direct language pairs', value: direct.length, unit: 'pairs' },
      { name: 'Pairs through other languages', value: inference.pairs.length - direct.length, unit: 'pairs' },
      { name: 'Languages', value: languages.size, unit: 'languages' },
      { name: 'Variants of languages', value: variants.length, unit: 'variants' },
      { name: 'Direct pairs without a stated licence', value: unlicensed, unit: 'pairs' },
    ],
  });
};

/** The models with weights, as the event log has their installation. */
export const installedModelsAreRecorded: FactOf = async ({ models }) => {
  const removed = models.filter(({ removedAt }) => removedAt !== null).length;
  return factOfSettings({
    text: `The event log records ${counted(models.length, 'installation')} of models with weights that lasted in the period, ${removed} of them ended since. Entries of translations name the models that made them by the same hashes.`,
    needed: 'No model with weights was installed in the period. An engine of dictionaries and rules has none.',
    settings: models.length > 0,
    figures: models.length === 0 ? [] : [{ name: 'Installed models', value: models.length, unit: 'installations' }],
  });
};

/** The engine's own confidence, answer by answer: of translations the service has no other figure of accuracy. */
export const confidenceIsGiven: FactOf = async (view) => {
  const { count } = await view.acts(actsBy('translate', 'translate_document'));
  return factOfSettings({
    text: `The engine gives its own confidence with each text that it translates; ${counted(count, 'entry records', 'entries record')} translations. The confidences are not gathered, and are no measure of accuracy.`,
    needed:
      'Nothing was translated in the period, so that no confidence was given. Needed: translations, and their evaluation.',
    settings: count > 0,
  });
};

/** The accuracy of the detector, which looks at each text: measured with the release, not in the period. */
export const detectionIsMeasured: FactOf = async (view) => {
  const { count } = await view.acts(actsBy('detect', 'translate', 'translate_document'));
  const { languages, texts, sentences, fewWords } = detectionAccuracy;
  return factOfSettings({
    text:
      `The language of each text is detected. On ${texts} texts of the release's own test set, in ${languages} languages, its detector named ` +
      `${sentences} % of the languages of sentences rightly, and ${fewWords} % of those of one to four words. On the organization's texts the service has not measured it.`,
    needed:
      'No language was detected in the period. Needed: detections, and their comparison with the right languages.',
    settings: count > 0,
    figures:
      count === 0
        ? []
        : [
            { name: 'Detection on the test set: sentences right', value: sentences, unit: '%' },
            { name: 'Detection on the test set: one to four words right', value: fewWords, unit: '%' },
          ],
  });
};

export const translationsAreRecorded: FactOf = (view) =>
  factOfActs(view, actsBy('translate', 'translate_document'), (entries) => ({
    text: `${counted(entries, 'entry records', 'entries record')} translations with their languages, their characters and who asked for them. The table counts those that succeeded by language pair.`,
    needed: 'Nothing was translated in the period. Needed: translations.',
    settings: false,
    figures: [{ name: 'Translations', value: entries, unit: 'entries' }],
  }));
