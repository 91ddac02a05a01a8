import { Rejection } from '#libs/domain/errors/rejection.js';

const notYet = (field: string, message: string): Rejection =>
  new Rejection('invalid_request', {
    message: `${field}: ${message}.`,
    details: { [field]: [message] },
  });

interface Choices {
  preserve_layout?: boolean | undefined;
  preserve_images?: boolean | undefined;
  translate_alt_text?: boolean | undefined;
  translate_comments?: boolean | undefined;
  page_range?: string | undefined;
}

/** Refuses options that no format supports yet: an option is never silently ignored. */
export const assertSupportedOptions = (choices: Choices): void => {
  if (choices.preserve_layout === false) throw notYet('preserve_layout', 'only true is possible in this release');
  if (choices.preserve_images === false) throw notYet('preserve_images', 'only true is possible in this release');
  if (choices.translate_alt_text) throw notYet('translate_alt_text', 'is not possible in this release');
  if (choices.translate_comments) throw notYet('translate_comments', 'is not possible in this release');
  if (choices.page_range !== undefined) throw notYet('page_range', 'is not possible in this release');
};
