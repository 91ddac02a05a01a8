import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { directionChange } from '#libs/text/languages/text-direction.js';
import type { PartKind } from '../odf-package.js';
import type { TagRewrite } from '../walk/part-blocks.js';
import { FittedText } from './fitted-text.js';
import { type Languages, relabelled } from './language-tags.js';
import { withLooksOfScript } from './script-looks.js';
import { DirectionRewrite } from './text-direction.js';

/** The languages of a translation, undefined where language tags stay as they are. */
export const languagesOf = ({ sourceLanguage, targetLanguage }: MergeOptions): Languages | undefined =>
  sourceLanguage.toLowerCase() === targetLanguage.toLowerCase()
    ? undefined
    : { source: sourceLanguage, target: targetLanguage };

/**
 * Rewrites the styles of a part: the language and the direction of the translation, and how text is fitted where that is asked for. A
 * file that is translated in part keeps its direction and its fitting, which are those of the styles.
 */
export const styleRewrite = (kind: PartKind, options: MergeOptions, fitsText: boolean): TagRewrite | undefined => {
  const languages = languagesOf(options);
  if (languages === undefined || kind === 'meta' || kind === 'settings') return undefined;
  const change = directionChange(options.sourceLanguage, options.targetLanguage);
  const isWhole = options.pageRange === undefined;
  const direction = change && isWhole ? new DirectionRewrite(change) : undefined;
  const fitted = fitsText && isWhole ? new FittedText() : undefined;
  return (tag) => {
    const turned = direction?.rewrite(tag) ?? relabelled(tag, languages) ?? tag.raw;
    const raw = withLooksOfScript(turned, tag, languages);
    return fitted?.rewrite(raw, tag) ?? (raw === tag.raw ? undefined : raw);
  };
};
