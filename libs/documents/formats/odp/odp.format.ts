import { odfFormat } from '#libs/documents/formats/odf/odf-format.js';

/** Presentations in an OpenDocument package. */
export const odpFormat = odfFormat({
  name: 'odp',
  mediaTypes: [
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.presentation-template',
  ],
  extensions: ['odp', 'otp'],
  options: [
    'preserve_layout',
    'preserve_images',
    'translate_headers',
    'translate_alt_text',
    'translate_comments',
    'page_range',
    'hidden',
    'include_source',
  ],
  hasPages: true,
});
