export { type ModelFile, ModelFileError } from './files/byte-source.js';
export type { ModelFiles } from './network/loaded-model.js';
export {
  type LengthLimit,
  maximumPieces,
  SentenceTooLongError,
  type SourcePiece,
  type TargetToken,
  type TranslateOptions,
  type Translation,
  Translator,
  type TranslatorOptions,
} from './translator.js';
export { version } from './version.js';
