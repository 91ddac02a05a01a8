import { ItsRules, itsNamespace } from './its-rules.js';

/** The element that a resource file of .NET (RESX) begins with, and no other vocabulary has. */
export const resourceHeader = 'resheader';

const untranslated = [
  '/root/resheader',
  '/root/assembly',
  '/root/metadata',
  '/root/data[@type]',
  '/root/data[@mimetype]',
  '/root/data/comment',
].join(' | ');

/** The parts of a resource file that are no text: its header, values of another type than text, and notes about texts. */
export const resourceRules = (): ItsRules => {
  const rules = new ItsRules();
  rules.addAll(
    `<its:rules xmlns:its="${itsNamespace}" version="2.0"><its:translateRule selector="${untranslated}" translate="no"/></its:rules>`,
  );
  return rules;
};

/** Whether a value of a resource file is about the design of a form: `>>okButton.Name`. */
export const isOfDesign = (local: string, name: string | undefined): boolean =>
  local === 'data' && name?.startsWith('>>') === true;
