import type { FormatOptions, SegmentRole } from '../format.port.js';
import { type SkipReason, skipReasons } from '../skip-reasons.js';
import type { GroupState } from './group-state.js';
import { containers, headerDestinations, infoDestinations, opaqueDestinations, textDestinations } from './rtf.words.js';

/** The treatment of a group, by its first words. */
export type GroupKind =
  /** Text of the paragraph that it stands in. */
  | { is: 'inline' }
  /** Text of its own. */
  | { is: 'flow'; role: SegmentRole | undefined }
  /** Copied, but for groups in it that have text. */
  | { is: 'container' }
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
  if (textDestinations.has(word)) return { is: 'flow', role: undefined };
  if (headerDestinations.has(word)) {
    if (!options.translateHeaders) return left(skipReasons.headers);
    return { is: 'flow', role: word.startsWith('header') ? 'header' : 'footer' };
  }
  if (containers.has(word)) return { is: 'container' };
  if (word === 'fldrslt') return around.field?.isTranslated ? { is: 'inline' } : left(skipReasons.field);
  if (isStarred || opaqueDestinations.has(word)) return opaque;
  return around.holdsText ? { is: 'inline' } : { is: 'container' };
};
