/** The parts of LibreOffice that read files, each with the formats that it reads and the names of its export filters. */
const families: readonly { reads: readonly string[]; filters: Readonly<Record<string, string>> }[] = [
  {
    reads: ['docx', 'doc', 'odt', 'rtf'],
    filters: {
      docx: 'MS Word 2007 XML',
      doc: 'MS Word 97',
      odt: 'writer8',
      rtf: 'Rich Text Format',
      html: 'HTML (StarWriter):EmbedImages',
      txt: 'Text (encoded):UTF8',
      pdf: 'writer_pdf_Export',
    },
  },
  {
    reads: ['xlsx', 'xls', 'ods'],
    filters: {
      xlsx: 'Calc MS Excel 2007 XML',
      xls: 'MS Excel 97',
      ods: 'calc8',
      // Separated by commas, quoted by quotation marks, in UTF-8, the first sheet; all texts are quoted, as `withInertTexts` needs it.
      csv: 'Text - txt - csv (StarCalc):44,34,76,1,,0,true',
      pdf: 'calc_pdf_Export',
    },
  },
  {
    reads: ['pptx', 'ppt', 'odp'],
    filters: {
      pptx: 'Impress MS PowerPoint 2007 XML',
      ppt: 'MS PowerPoint 97',
      odp: 'impress8',
      pdf: 'impress_pdf_Export',
    },
  },
  { reads: ['html'], filters: { txt: 'Text (encoded):UTF8', pdf: 'writer_web_pdf_Export' } },
];

const filtersOf = (from: string): Readonly<Record<string, string>> =>
  families.find(({ reads }) => reads.includes(from))?.filters ?? {};

/** The formats that files of a format become, without itself; none where LibreOffice does not read it. */
export const officeOutputs = (from: string): readonly string[] =>
  Object.keys(filtersOf(from)).filter((format) => format !== from);

/** Every format that files become. */
export const allOfficeOutputs: readonly string[] = [
  ...new Set(families.flatMap(({ filters }) => Object.keys(filters))),
];

export interface ExportOptions {
  /** Whether the bookmarks of a document become named destinations of its PDF. */
  keepsPlaces: boolean;
}

const placesKept = JSON.stringify({ ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' } });

/** The argument of `--convert-to`. @throws RangeError where the one does not become the other */
export const exportFilter = (from: string, to: string, { keepsPlaces }: ExportOptions = { keepsPlaces: false }) => {
  const filter = filtersOf(from)[to];
  if (filter === undefined) throw new RangeError(`LibreOffice does not convert ${from} to ${to}`);
  return `${to}:${filter}${keepsPlaces ? `:${placesKept}` : ''}`;
};
