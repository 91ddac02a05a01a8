import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';

/** The parts of a package that a test can set; all other parts are as programs need them. */
export interface SampleParts {
  kind: 'text' | 'spreadsheet' | 'presentation';
  /** Content of `office:text`, `office:spreadsheet` or `office:presentation`. */
  body: string;
  /** Content of `office:automatic-styles` of the same part. */
  automatic?: string;
  /** Content of `office:styles`, of the automatic styles beside them, and of `office:master-styles`. */
  styles?: string;
  masterAutomatic?: string;
  masters?: string;
  /** Content of `office:meta`. */
  meta?: string;
  settings?: string;
  /** Whole content of further entries. */
  others?: readonly SampleEntry[];
  mediaType?: string;
  manifest?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const odf = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
const namespaces = Object.entries({
  office: odf('office'),
  text: odf('text'),
  table: odf('table'),
  draw: odf('drawing'),
  presentation: odf('presentation'),
  style: odf('style'),
  chart: odf('chart'),
  form: odf('form'),
  meta: odf('meta'),
  config: odf('config'),
  fo: odf('xsl-fo-compatible'),
  svg: odf('svg-compatible'),
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
  officeooo: 'http://openoffice.org/2009/office',
  field: 'urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0',
  loext: 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

const root = (name: string, content: string) =>
  `${declaration}<office:document-${name}${namespaces} office:version="1.3">${content}</office:document-${name}>`;

/** A part with a body of its own; that of an object too. */
export const contentXml = (kind: string, body: string, automatic = '') =>
  root(
    'content',
    `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`,
  );

/** The parts of a document in the order in which LibreOffice writes them. */
export const odfEntries = (parts: SampleParts): SampleEntry[] => {
  const mediaType = parts.mediaType ?? `application/vnd.oasis.opendocument.${parts.kind}`;
  const styles =
    `<office:styles>${parts.styles ?? ''}</office:styles>` +
    `<office:automatic-styles>${parts.masterAutomatic ?? ''}</office:automatic-styles>` +
    `<office:master-styles>${parts.masters ?? ''}</office:master-styles>`;
  const charts = (parts.others ?? []).filter(({ name }) => name.endsWith('/content.xml'));
  const folders = charts
    .map(({ name }) => name.slice(0, -'content.xml'.length))
    .map(
      (name) =>
        `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="application/vnd.oasis.opendocument.chart"/>`,
    )
    .join('');
  const files = ['content.xml', 'styles.xml', 'meta.xml', 'settings.xml', ...charts.map(({ name }) => name)]
    .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
    .join('');
  return [
    { name: 'mimetype', content: mediaType, isStored: true },
    { name: 'content.xml', content: contentXml(parts.kind, parts.body, parts.automatic) },
    { name: 'styles.xml', content: root('styles', styles) },
    { name: 'meta.xml', content: root('meta', `<office:meta>${parts.meta ?? ''}</office:meta>`) },
    { name: 'settings.xml', content: root('settings', `<office:settings>${parts.settings ?? ''}</office:settings>`) },
    ...(parts.others ?? []),
    {
      name: 'META-INF/manifest.xml',
      content: `${declaration}<manifest:manifest xmlns:manifest="${odf('manifest')}" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>${parts.manifest ?? folders + files}</manifest:manifest>`,
    },
  ];
};

export const odfOf = (parts: SampleParts): Buffer => zipOf(odfEntries(parts));
export const odtOf = (parts: Omit<SampleParts, 'kind'> | string): Buffer =>
  odfOf({ kind: 'text', ...(typeof parts === 'string' ? { body: parts } : parts) });
export const odsOf = (parts: Omit<SampleParts, 'kind'> | string): Buffer =>
  odfOf({ kind: 'spreadsheet', ...(typeof parts === 'string' ? { body: parts } : parts) });
export const odpOf = (parts: Omit<SampleParts, 'kind'> | string): Buffer =>
  odfOf({ kind: 'presentation', ...(typeof parts === 'string' ? { body: parts } : parts) });

export const p = (content: string) => `<text:p>${content}</text:p>`;
export const span = (style: string, content: string) => `<text:span text:style-name="${style}">${content}</text:span>`;
/** A style of text with these properties. */
export const textStyle = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
export const cell = (content: string, attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}>${content}</table:table-cell>`;
export const row = (content: string, attributes = '') => `<table:table-row${attributes}>${content}</table:table-row>`;
export const sheet = (name: string, content: string, attributes = '') =>
  `<table:table table:name="${name}"${attributes}><table:table-column table:number-columns-repeated="4"/>${content}</table:table>`;
export const slide = (content: string, attributes = '') =>
  `<draw:page draw:name="page"${attributes}>${content}</draw:page>`;
export const box = (content: string, attributes = '') =>
  `<draw:frame svg:width="10cm" svg:height="2cm"${attributes}><draw:text-box>${content}</draw:text-box></draw:frame>`;
