import type { Token } from 'parse5';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { encodeText } from './html.encoding.js';
import { directionEdits, editedTag, type Languages, languageEdits } from './tag-edits.js';
import { alternativeText, attributeEdits } from './visible-attributes.js';

export interface TagRules {
  codec: TextCodec;
  translateAltText: boolean;
  keepsPictures: boolean;
  /** Absent while segments are extracted. */
  languages?: Languages;
}

/** A start tag in pieces: segments of its attributes, and its language and direction set to those of the target. */
export const tagPieces = (token: Token.TagToken, raw: string, rules: TagRules): TextPiece[] => {
  const { codec, languages } = rules;
  const attributes = attributeEdits(token, raw, rules.translateAltText, codec);
  if (token.tagName === 'img' && !rules.keepsPictures) {
    return alternativeText(token, attributes, (text) => encodeText(text, codec));
  }
  return editedTag(raw, [...attributes, ...languagePieces(token, raw, languages)]);
};

/** A start tag whose attributes are not to be translated, but for its language and direction. */
export const relabelledTag = (token: Token.TagToken, raw: string, { languages }: TagRules): TextPiece[] =>
  editedTag(raw, languagePieces(token, raw, languages));

const languagePieces = (token: Token.TagToken, raw: string, languages: Languages | undefined) =>
  languages ? [...languageEdits(token, raw, languages), ...directionEdits(token, raw, languages)] : [];
