import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';

const titles = new Set(['title', 'ctrTitle', 'subTitle']);
const headers = new Set(['hdr', 'ftr', 'dt', 'sldNum']);

/** Where text in a placeholder of a slide stands. */
export const inSlidePlaceholder =
  ({ translateHeaders }: FormatOptions) =>
  (type: string, context: TextContext): TextContext => {
    if (titles.has(type) && context.role === 'body') return { ...context, role: 'heading' };
    if (!headers.has(type)) return context;
    const role = type === 'hdr' ? 'header' : 'footer';
    return translateHeaders ? { ...context, role } : { ...context, role, skipReason: skipReasons.headers };
  };

/** Text in a placeholder of a layout is a prompt, which no slide shows. */
export const inLayoutPlaceholder = (): undefined => undefined;
