import type { FileStart } from '../format.port.js';
import { textFormat } from '../text/text-format.js';
import { AssWalker } from './ass.walker.js';

const isScript = ({ text }: FileStart): boolean => /^\s*\[script info\]/i.test(text);
/** Whether a script is of a version before 4+, by lines that later ones have not. */
const isOld = ({ text }: FileStart): boolean => /^ScriptType:\s*v4(?:\.00)?\s*$|^\[V4 Styles\]/im.test(text);

const common = {
  mediaType: 'text/x-ssa',
  options: ['include_source'] as const,
  walker: (_context: unknown, _options: unknown, merging?: { includeSource: boolean }) =>
    new AssWalker(merging?.includeSource ?? false),
};

export const assFormat = textFormat({
  ...common,
  name: 'ass',
  extensions: ['ass'],
  recognises: (start) => isScript(start) && !isOld(start),
});

export const ssaFormat = textFormat({
  ...common,
  name: 'ssa',
  extensions: ['ssa'],
  recognises: (start) => isScript(start) && isOld(start),
});
