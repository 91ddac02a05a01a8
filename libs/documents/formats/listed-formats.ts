/** A format of the product, whether or not this release reads it. */
export interface ListedFormat {
  id: string;
  /** Name for people. */
  name: string;
  /** Lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  /** The first is the registered or usual one. */
  mediaTypes: readonly string[];
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** All formats of the product, in the order of its documentation. */
export const listedFormats: readonly ListedFormat[] = [
  { id: 'docx', name: 'Word', extensions: ['docx'], mediaTypes: [`${office}.wordprocessingml.document`] },
  { id: 'doc', name: 'Word 97–2003', extensions: ['doc'], mediaTypes: ['application/msword'] },
  { id: 'xlsx', name: 'Excel', extensions: ['xlsx'], mediaTypes: [`${office}.spreadsheetml.sheet`] },
  { id: 'xls', name: 'Excel 97–2003', extensions: ['xls'], mediaTypes: ['application/vnd.ms-excel'] },
  { id: 'pptx', name: 'PowerPoint', extensions: ['pptx'], mediaTypes: [`${office}.presentationml.presentation`] },
  { id: 'ppt', name: 'PowerPoint 97–2003', extensions: ['ppt'], mediaTypes: ['application/vnd.ms-powerpoint'] },
  { id: 'pdf', name: 'PDF', extensions: ['pdf'], mediaTypes: ['application/pdf'] },
  { id: 'odt', name: 'OpenDocument text', extensions: ['odt'], mediaTypes: [`${openDocument}.text`] },
  { id: 'ods', name: 'OpenDocument spreadsheet', extensions: ['ods'], mediaTypes: [`${openDocument}.spreadsheet`] },
  { id: 'odp', name: 'OpenDocument presentation', extensions: ['odp'], mediaTypes: [`${openDocument}.presentation`] },
  { id: 'txt', name: 'Text', extensions: ['txt', 'text'], mediaTypes: ['text/plain'] },
  { id: 'rtf', name: 'Rich Text Format', extensions: ['rtf'], mediaTypes: ['application/rtf', 'text/rtf'] },
  {
    id: 'html',
    name: 'HTML',
    extensions: ['html', 'htm', 'xhtml'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
  },
  { id: 'xml', name: 'XML', extensions: ['xml'], mediaTypes: ['application/xml', 'text/xml'] },
  { id: 'markdown', name: 'Markdown', extensions: ['md', 'markdown'], mediaTypes: ['text/markdown'] },
  {
    id: 'idml',
    name: 'InDesign Markup',
    extensions: ['idml'],
    mediaTypes: ['application/vnd.adobe.indesign-idml-package'],
  },
  { id: 'srt', name: 'SubRip', extensions: ['srt'], mediaTypes: ['application/x-subrip'] },
  { id: 'vtt', name: 'WebVTT', extensions: ['vtt'], mediaTypes: ['text/vtt'] },
  { id: 'ass', name: 'Advanced SubStation Alpha', extensions: ['ass'], mediaTypes: ['text/x-ssa', 'text/x-ass'] },
  { id: 'ssa', name: 'SubStation Alpha', extensions: ['ssa'], mediaTypes: ['text/x-ssa'] },
  { id: 'json', name: 'JSON', extensions: ['json'], mediaTypes: ['application/json'] },
  { id: 'yaml', name: 'YAML', extensions: ['yaml', 'yml'], mediaTypes: ['application/yaml'] },
  { id: 'csv', name: 'CSV', extensions: ['csv'], mediaTypes: ['text/csv'] },
  { id: 'po', name: 'gettext', extensions: ['po', 'pot'], mediaTypes: ['text/x-gettext-translation'] },
  { id: 'xcstrings', name: 'String Catalog of Xcode', extensions: ['xcstrings'], mediaTypes: ['application/json'] },
  { id: 'arb', name: 'Application Resource Bundle', extensions: ['arb'], mediaTypes: ['application/json'] },
  { id: 'properties', name: 'Java properties', extensions: ['properties'], mediaTypes: ['text/x-java-properties'] },
];
