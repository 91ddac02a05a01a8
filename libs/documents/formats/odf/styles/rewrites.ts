import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { directionChange } from '#libs/text/languages/text-direction.js';
import type { PartKind } from '../odf-package.js';
import type { TagRewrite } from '../walk/part-blocks.js';
import { type Languages, relabelled } from './language-tags.js';
import { DirectionRewrite } from './text-direction.js';

/** The languages of a translation, undefined where language tags stay as they are. */
export const languagesOf = ({ sourceLanguage, targetLanguage }: MergeOptions): Languages | undefined =>
  sourceLanguage.toLowerCase() === targetLanguage.toLowerCase()
    ? undefined
    : { source: sourceLanguage, target: targetLanguage };

/**
 * Rewrites the styles of a part: the language and the direction of the translation. A file that is translated in part
 * keeps its direction, which is that of the styles.
 */
export const styleRewrite = (kind: PartKind, options: MergeOptions): TagRewrite | undefined => {
  const languages = languagesOf(options);
  if (languages === undefined || kind === 'meta' || kind === 'settings') return undefined;
  const change = directionChange(options.sourceLanguage, options.targetLanguage);
  const direction = change && options.pageRange === undefined ? new DirectionRewrite(change) : undefined;
  return (tag) => direction?.rewrite(tag) ?? relabelled(tag, languages);
};
