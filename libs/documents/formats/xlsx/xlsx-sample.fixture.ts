import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';

/** A sheet of a workbook made for a test; `before` and `after` stand around `rows`. */
export interface SampleSheet {
  name: string;
  state?: 'hidden' | 'veryHidden';
  before?: string;
  rows?: string;
  after?: string;
  /** Content of `commentList` and of `ThreadedComments`. */
  comments?: string;
  threads?: string;
  /** Whole `table` elements, without namespaces. */
  tables?: readonly string[];
  /** Content of `xdr:wsDr`; the content of a chart that it shows. */
  drawing?: string;
  chart?: string;
  /** Content of a drawing in VML. */
  controls?: string;
  /** Where shapes of the drawing link to. */
  links?: readonly string[];
}

export interface SampleBook {
  sheets: readonly SampleSheet[];
  /** Contents of `si`. */
  strings?: readonly string[];
  definedNames?: string;
  /** Elements behind the names in the workbook. */
  calculation?: string;
  /** Content of `pivotCacheDefinition`, and of its properties. */
  pivot?: string;
  /** The `slicerCacheDefinition`, without namespaces. */
  slicer?: string;
  properties?: string;
  contentType?: string;
  isStrict?: boolean;
  /** Content of `styleSheet`. */
  styles?: string;
  /** A prefix for the elements of the workbook and its strings. */
  prefix?: string;
  /** Whether the strings stand before the sheets. */
  stringsFirst?: boolean;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relationships: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const threadedComment = 'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment';
const slicerCache = 'http://schemas.microsoft.com/office/2007/relationships/slicerCache';
const coreProperties = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
const drawingNamespaces =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';

/** A relationship by the last step of its type, or its whole type. */
type Link = readonly [type: string, target: string];

export const xlsxEntries = (book: SampleBook): SampleEntry[] => {
  const names = book.isStrict ? strict : transitional;
  const p = book.prefix === undefined ? '' : `${book.prefix}:`;
  const namespaces = `xmlns${book.prefix === undefined ? '' : `:${book.prefix}`}="${names.main}" xmlns:r="${names.relationships}"`;
  const plain = `xmlns="${names.main}" xmlns:r="${names.relationships}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"`;
  const rels = (part: string, links: readonly Link[]): SampleEntry[] => {
    if (links.length === 0) return [];
    const folder = part.slice(0, part.lastIndexOf('/') + 1);
    const content = links.map(([type, target], at) => {
      const uri = type.startsWith('http') ? type : `${names.relationships}/${type}`;
      return `<Relationship Id="rId${at + 1}" Type="${uri}" Target="${target}"/>`;
    });
    return [
      {
        name: `${folder}_rels/${part.slice(folder.length)}.rels`,
        content: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content.join('')}</Relationships>`,
      },
    ];
  };
  const part = (name: string, content: string): SampleEntry => ({ name, content: declaration + content });

  const sheetEntries = book.sheets.flatMap((sheet, at) => {
    const number = at + 1;
    const name = `xl/worksheets/sheet${number}.xml`;
    const links: Link[] = (sheet.tables ?? []).map((_, table) => ['table', `/xl/tables/table${number}_${table}.xml`]);
    if (sheet.comments !== undefined) links.push(['comments', `../comments${number}.xml`]);
    if (sheet.threads !== undefined) links.push([threadedComment, `../threadedComments/thread${number}.xml`]);
    if (sheet.drawing !== undefined) links.push(['drawing', `../drawings/drawing${number}.xml`]);
    if (sheet.controls !== undefined) links.push(['vmlDrawing', `../drawings/vmlDrawing${number}.vml`]);
    const body = `${sheet.before ?? ''}<sheetData>${sheet.rows ?? ''}</sheetData>${sheet.after ?? ''}`;
    return [part(name, `<worksheet ${plain}>${body}</worksheet>`), ...rels(name, links)];
  });
  const sideEntries = book.sheets.flatMap((sheet, at) => {
    const number = at + 1;
    const drawing = `xl/drawings/drawing${number}.xml`;
    return [
      ...(sheet.tables ?? []).map((table, index) =>
        part(`xl/tables/table${number}_${index}.xml`, table.replace('<table ', `<table ${plain} `)),
      ),
      ...(sheet.comments === undefined
        ? []
        : [
            part(
              `xl/comments${number}.xml`,
              `<comments ${plain}><authors><author>Ann Reader</author></authors><commentList>${sheet.comments}</commentList></comments>`,
            ),
          ]),
      ...(sheet.threads === undefined
        ? []
        : [
            part(
              `xl/threadedComments/thread${number}.xml`,
              `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">${sheet.threads}</ThreadedComments>`,
            ),
          ]),
      ...(sheet.drawing === undefined
        ? []
        : [part(drawing, `<xdr:wsDr ${drawingNamespaces}>${sheet.drawing}</xdr:wsDr>`)]),
      ...(sheet.controls === undefined
        ? []
        : [
            {
              name: `xl/drawings/vmlDrawing${number}.vml`,
              content: `<xml xmlns:v="urn:schemas-microsoft-com:vml">${sheet.controls}</xml>`,
            },
          ]),
      ...rels(drawing, [
        ...(sheet.chart === undefined ? [] : [['chart', `../charts/chart${number}.xml`] as const]),
        ...(sheet.links ?? []).map((target) => ['hyperlink', target] as const),
      ]),
      ...(sheet.chart === undefined
        ? []
        : [part(`xl/charts/chart${number}.xml`, `<c:chartSpace ${drawingNamespaces}>${sheet.chart}</c:chartSpace>`)]),
    ];
  });

  const strings =
    book.strings === undefined
      ? []
      : [
          part(
            'xl/sharedStrings.xml',
            `<${p}sst ${namespaces} count="${book.strings.length}" uniqueCount="${book.strings.length}">${book.strings.map((content) => `<${p}si>${content}</${p}si>`).join('')}</${p}sst>`,
          ),
        ];
  const links: Link[] = book.sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`]);
  if (book.strings !== undefined) links.push(['sharedStrings', 'sharedStrings.xml']);
  if (book.styles !== undefined) links.push(['styles', 'styles.xml']);
  if (book.pivot !== undefined) links.push(['pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml']);
  if (book.slicer !== undefined) links.push([slicerCache, 'slicerCaches/slicerCache1.xml']);
  const sheets = book.sheets.map(
    ({ name, state }, at) =>
      `<${p}sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const defined = book.definedNames === undefined ? '' : `<${p}definedNames>${book.definedNames}</${p}definedNames>`;
  const packageLinks: Link[] = [['officeDocument', 'xl/workbook.xml']];
  if (book.properties !== undefined) packageLinks.push([coreProperties, 'docProps/core.xml']);
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${book.contentType ?? sheetType}"/>${overrides(book)}</Types>`,
    ),
    ...rels('', packageLinks).map((entry) => ({ ...entry, name: '_rels/.rels' })),
    part(
      'xl/workbook.xml',
      `<${p}workbook ${namespaces}><${p}sheets>${sheets.join('')}</${p}sheets>${defined}${book.calculation ?? ''}</${p}workbook>`,
    ),
    ...rels('xl/workbook.xml', links),
    ...(book.stringsFirst ? strings : []),
    ...sheetEntries,
    ...(book.stringsFirst ? [] : strings),
    ...sideEntries,
    ...(book.styles === undefined ? [] : [part('xl/styles.xml', `<styleSheet ${plain}>${book.styles}</styleSheet>`)]),
    ...(book.pivot === undefined
      ? []
      : [
          part(
            'xl/pivotCache/pivotCacheDefinition1.xml',
            `<pivotCacheDefinition ${plain}>${book.pivot}</pivotCacheDefinition>`,
          ),
        ]),
    ...(book.slicer === undefined ? [] : [part('xl/slicerCaches/slicerCache1.xml', book.slicer)]),
    ...(book.properties === undefined
      ? []
      : [
          part(
            'docProps/core.xml',
            `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${book.properties}</cp:coreProperties>`,
          ),
        ]),
  ];
};

const overrides = (book: SampleBook): string => {
  const type = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}" ContentType="application/vnd.openxmlformats-officedocument.${kind}+xml"/>`;
  return [
    ...(book.strings === undefined ? [] : [type('sharedStrings.xml', 'spreadsheetml.sharedStrings')]),
    ...(book.styles === undefined ? [] : [type('styles.xml', 'spreadsheetml.styles')]),
    ...book.sheets.flatMap((sheet, at) => [
      type(`worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet'),
      ...(sheet.tables ?? []).map((_, table) => type(`tables/table${at + 1}_${table}.xml`, 'spreadsheetml.table')),
      ...(sheet.comments === undefined ? [] : [type(`comments${at + 1}.xml`, 'spreadsheetml.comments')]),
      ...(sheet.drawing === undefined ? [] : [type(`drawings/drawing${at + 1}.xml`, 'drawing')]),
      ...(sheet.chart === undefined ? [] : [type(`charts/chart${at + 1}.xml`, 'drawingml.chart')]),
    ]),
  ].join('');
};

export const xlsxOf = (book: SampleBook): Buffer => zipOf(xlsxEntries(book));

/** A cell with a shared string. */
export const cell = (place: string, index: number): string => `<c r="${place}" t="s"><v>${index}</v></c>`;
export const inline = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const row = (number: number, cells: string, attributes = ''): string =>
  `<row r="${number}"${attributes}>${cells}</row>`;
export const text = (content: string): string => `<t xml:space="preserve">${content}</t>`;
export const run = (content: string, properties = ''): string =>
  `<r>${properties === '' ? '' : `<rPr>${properties}</rPr>`}<t xml:space="preserve">${content}</t></r>`;
