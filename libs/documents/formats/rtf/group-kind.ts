import type { FormatOptions, SegmentRole } from '../format.port.js';
import { type SkipReason, skipReasons } from '../skip-reasons.js';
import type { GroupState } from './group-state.js';
import {
  containers,
  entryDestinations,
  headerDestinations,
  infoDestinations,
  opaqueDestinations,
  pictureGroups,
  textDestinations,
} from './rtf.words.js';

/** The treatment of a group, by its first words. */
export type GroupKind =
  /** Text of the paragraph that it stands in. */
  | { is: 'inline' }
  /** Text of its own. */
  | { is: 'flow'; role: SegmentRole | undefined }
  /** Copied, but for groups in it that have text. */
  | { is: 'container' }
  /** The same for a picture, which is one thing in its paragraph. */
  | { is: 'picture' }
  /** Copied; with a reason where it has text. */
  | { is: 'opaque'; reason?: SkipReason };

const opaque: GroupKind = { is: 'opaque' };
const left = (reason: SkipReason): GroupKind => ({ is: 'opaque', reason });

/** The kind of a group that begins with `word`, `isStarred` behind `\*`, in the group `around`. */
export const groupKind = (word: string, isStarred: boolean, around: GroupState, options: FormatOptions): GroupKind => {
  if (around.container === 'upr') return word === 'ud' ? { is: 'container' } : opaque;
  if (infoDestinations.has(word)) return around.container === 'info' ? { is: 'flow', role: 'title' } : opaque;
  if (around.container === 'info') return word === 'upr' ? { is: 'container' } : opaque;
  if (word === 'annotation')
    return options.translateComments ? { is: 'flow', role: 'note' } : left(skipReasons.comments);
  if (word === 'footnote') return { is: 'flow', role: 'note' };
  if (entryDestinations.has(word)) return around.isDeleted ? opaque : { is: 'flow', role: 'note' };
  if (textDestinations.has(word)) return { is: 'flow', role: undefined };
  if (headerDestinations.has(word)) {
    if (!options.translateHeaders) return left(skipReasons.headers);
    return { is: 'flow', role: word.startsWith('header') ? 'header' : 'footer' };
  }
  if (word === 'sv' && around.property?.isAlternativeText) {
    if (!isShown(around, options)) return opaque;
    return options.translateAltText ? { is: 'flow', role: 'alt_text' } : left(skipReasons.alternativeTexts);
  }
  if (word === 'sv' && around.property?.isShownText) {
    return isShown(around, options) ? { is: 'flow', role: 'alt_text' } : opaque;
  }
  if (isPicture(word, around, options)) return around.holdsText ? { is: 'picture' } : { is: 'container' };
  if (containers.has(word)) return { is: 'container' };
  if (word === 'fldrslt') return around.field?.isTranslated ? { is: 'inline' } : left(skipReasons.field);
  if (isStarred || opaqueDestinations.has(word)) return opaque;
  return around.holdsText ? { is: 'inline' } : { is: 'container' };
};

const isShown = ({ isDeleted, isHidden }: GroupState, options: FormatOptions): boolean =>
  !isDeleted && (options.hidden || !isHidden);

/** Whether the group is a picture in text, or in such a picture one that may hold its alternative text. */
const isPicture = (word: string, around: GroupState, options: FormatOptions): boolean =>
  around.holdsText
    ? pictureGroups.has(word) && isShown(around, options)
    : pictureGroups.has(around.container) && (word === 'pict' || word === 'picprop');
