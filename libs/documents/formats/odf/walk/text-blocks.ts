export const paragraphNames: ReadonlySet<string> = new Set(['text:p', 'text:h']);

/** Elements whose content is text without markup. */
const plainNames: ReadonlySet<string> = new Set([
  'svg:title',
  'svg:desc',
  'table:title',
  'table:desc',
  'dc:title',
  'dc:subject',
  'dc:description',
  'meta:keyword',
  'text:index-title-template',
  'text:index-entry-span',
  'text:note-continuation-notice-forward',
  'text:note-continuation-notice-backward',
  'number:text',
  'number:embedded-text',
  'presentation:header-decl',
  'presentation:footer-decl',
]);

export const isTextBlock = (name: string): boolean =>
  paragraphNames.has(name) || plainNames.has(name) || name === 'dc:language';
