import { odfFormat } from '#libs/documents/formats/odf/odf-format.js';

/** Text in an OpenDocument package. */
export const odtFormat = odfFormat({
  name: 'odt',
  mediaTypes: ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text-template'],
  extensions: ['odt', 'ott'],
  options: [
    'translate_headers',
    'translate_alt_text',
    'translate_comments',
    'page_range',
    'preserve_images',
    'hidden',
    'include_source',
  ],
  hasPages: false,
});
