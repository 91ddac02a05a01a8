import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';

/** The parts of a document that a test can set; all other parts are as Word needs them. */
export interface SampleParts {
  /** Content of `w:body`. */
  body: string;
  /** Content of `w:hdr`, `w:ftr`, `w:footnotes`, `w:endnotes`, `w:comments`. */
  header?: string;
  footer?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  /** Other parts that the document has a relationship to, whole; their targets are below `word/`. */
  others?: readonly { type: string; target: string; content: string }[];
  /** Parts that belong to others than the document. */
  entries?: readonly SampleEntry[];
  /** Content of `cp:coreProperties`. */
  core?: string;
  styles?: string;
  settings?: string;
  pages?: number;
  /** Namespaces of `ISO/IEC 29500` strict instead of transitional ones. */
  isStrict?: boolean;
  /** A prefix other than `w`; the body is written with it. */
  prefix?: string;
  contentType?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const transitional = {
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  properties: 'extended-properties',
};
const strict = {
  word: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
  relationships: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  properties: 'extendedProperties',
};
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const otherNamespaces = Object.entries({
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  v: 'urn:schemas-microsoft-com:vml',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

const storyElements = {
  header: 'hdr',
  footer: 'ftr',
  footnotes: 'footnotes',
  endnotes: 'endnotes',
  comments: 'comments',
} as const;
const storyNames = ['header', 'footer', 'footnotes', 'endnotes', 'comments'] as const;
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a document in the order in which Word writes them. */
export const docxEntries = (parts: SampleParts): SampleEntry[] => {
  const names = parts.isStrict ? strict : transitional;
  const prefix = parts.prefix ?? 'w';
  const word = ` xmlns:${prefix}="${names.word}" xmlns:r="${names.relationships}"${otherNamespaces}`;
  const part = (element: string, content: string) =>
    `${declaration}<${prefix}:${element}${word}>${content}</${prefix}:${element}>`;
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${names.relationships}/${type}`}" Target="${target}"/>`;
  const relationships = (content: string) =>
    `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const type = (name: string, kind: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml"/>`;
  const present = ([...storyNames, 'styles', 'settings'] as const).filter((name) => parts[name] !== undefined);
  const pages = parts.pages === undefined ? '' : relationship('rId2', names.properties, 'docProps/app.xml');
  const coreType = `${packageNamespace}/relationships/metadata/core-properties`;
  const core = parts.core === undefined ? '' : relationship('rId3', coreType, 'docProps/core.xml');
  const others = parts.others ?? [];
  return [
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${parts.contentType ?? mainType}"/>${present.map((name) => type(name, name)).join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationships(relationship('rId1', 'officeDocument', 'word/document.xml') + pages + core),
    },
    { name: 'word/document.xml', content: part('document', `<${prefix}:body>${parts.body}</${prefix}:body>`) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationships(
        present.map((name, index) => relationship(`rId${index + 1}`, name, `${name}.xml`)).join('') +
          others.map(({ type, target }, index) => relationship(`rIdO${index}`, type, target)).join(''),
      ),
    },
    ...storyNames
      .filter((name) => parts[name] !== undefined)
      .map((name) => ({ name: `word/${name}.xml`, content: part(storyElements[name], parts[name] ?? '') })),
    ...(['styles', 'settings'] as const)
      .filter((name) => parts[name] !== undefined)
      .map((name) => ({ name: `word/${name}.xml`, content: part(name, parts[name] ?? '') })),
    ...others.map(({ target, content }) => ({ name: `word/${target}`, content: declaration + content })),
    ...(parts.entries ?? []),
    ...(parts.core === undefined
      ? []
      : [
          {
            name: 'docProps/core.xml',
            content: `${declaration}<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${parts.core}</cp:coreProperties>`,
          },
        ]),
    ...(parts.pages === undefined
      ? []
      : [
          {
            name: 'docProps/app.xml',
            content: `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>${parts.pages}</Pages></Properties>`,
          },
        ]),
  ];
};

export const docxOf = (parts: SampleParts | string): Buffer =>
  zipOf(docxEntries(typeof parts === 'string' ? { body: parts } : parts));

export const p = (content: string) => `<w:p>${content}</w:p>`;
export const r = (text: string, properties = '') =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const fieldMark = (type: 'begin' | 'separate' | 'end') => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
export const field = (instruction: string, result: string) =>
  `${fieldMark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${fieldMark('separate')}${result}${fieldMark('end')}`;
