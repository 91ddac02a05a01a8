import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';

/** The parts of a slide that a test can set. */
export interface SampleSlide {
  /** Shapes in `p:spTree`. */
  shapes: string;
  isHidden?: boolean;
  /** Shapes of the notes page. */
  notes?: string;
  /** Content of `p:cmLst`. */
  comments?: string;
  /** Content of `p188:cmLst`, as PowerPoint writes it since 2021. */
  newComments?: string;
  /** Content of `c:chartSpace`, and the shapes drawn on the chart. */
  chart?: string;
  chartShapes?: string;
  /** Content of `dgm:ptLst`, and the shapes that a program drew of it. */
  diagram?: { data: string; drawing: string };
}

export interface SamplePresentation {
  slides: readonly SampleSlide[];
  /** Shapes of the one layout that slides use, of one that they do not, and of the master. */
  layout?: string;
  otherLayout?: string;
  master?: string;
  /** Content of `p:defaultTextStyle`. */
  defaultStyle?: string;
  /** Content of `cp:coreProperties`. */
  properties?: string;
  isStrict?: boolean;
  contentType?: string;
  /** Whether the slides stand in the archive from the last to the first. */
  isReversed?: boolean;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const transitional = {
  presentation: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006/main',
};
const strict = {
  presentation: 'http://purl.oclc.org/ooxml/presentationml/main',
  relationships: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  drawing: 'http://purl.oclc.org/ooxml/drawingml/main',
};
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const officeNamespace = 'http://schemas.microsoft.com/office';
const mainType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
const otherNamespaces = Object.entries({
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  cdr: 'http://schemas.openxmlformats.org/drawingml/2006/chartDrawing',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  dsp: `${officeNamespace}/drawing/2008/diagram`,
  p188: `${officeNamespace}/powerpoint/2018/8/main`,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  a14: `${officeNamespace}/drawing/2010/main`,
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

interface Related {
  type: string;
  target: string;
}

/** The parts of a presentation; each is followed by its relationships. */
export const pptxEntries = (sample: SamplePresentation): SampleEntry[] => {
  const names = sample.isStrict ? strict : transitional;
  const namespaces = ` xmlns:p="${names.presentation}" xmlns:a="${names.drawing}" xmlns:r="${names.relationships}"${otherNamespaces}`;
  const typeUri = (type: string) => (type.includes(':') ? type : `${names.relationships}/${type}`);
  const relationships = (folder: string, name: string, related: readonly Related[]): SampleEntry => ({
    name: `${folder}_rels/${name}.rels`,
    content: `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${related
      .map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${typeUri(type)}" Target="/${target}"/>`)
      .join('')}</Relationships>`,
  });
  const part = (path: string, root: string, content: string, related: readonly Related[] = []): SampleEntry[] => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const element = root.split(' ')[0];
    const xml = { name: path, content: `${declaration}<${root}${namespaces}>${content}</${element}>` };
    return related.length === 0 ? [xml] : [xml, relationships(folder, path.slice(folder.length), related)];
  };
  const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  const slideParts = (slide: SampleSlide, number: number): SampleEntry[] => {
    const related: Related[] = [{ type: 'slideLayout', target: 'ppt/slideLayouts/slideLayout1.xml' }];
    const entries: SampleEntry[] = [];
    const add = (type: string, target: string, root: string, content?: string, ofPart?: Related[]) => {
      if (content === undefined) return;
      related.push({ type, target });
      entries.push(...part(target, root, content, ofPart));
    };
    const { notes, chart, chartShapes, diagram, comments, newComments } = slide;
    const drawn = `ppt/drawings/drawing${number}.xml`;
    if (chartShapes !== undefined) entries.push(...part(drawn, 'c:userShapes', chartShapes));
    const ofChart = chartShapes === undefined ? [] : [{ type: 'chartUserShapes', target: drawn }];
    add('notesSlide', `ppt/notesSlides/notesSlide${number}.xml`, 'p:notes', notes && tree(notes));
    add('chart', `ppt/charts/chart${number}.xml`, 'c:chartSpace', chart, ofChart);
    const drawing = `${officeNamespace}/2007/relationships/diagramDrawing`;
    add(drawing, `ppt/diagrams/drawing${number}.xml`, 'dsp:drawing', diagram?.drawing);
    add('diagramData', `ppt/diagrams/data${number}.xml`, 'dgm:dataModel', diagram?.data);
    add('comments', `ppt/comments/comment${number}.xml`, 'p:cmLst', comments);
    const newType = `${officeNamespace}/2018/10/relationships/comments`;
    add(newType, `ppt/comments/modernComment${number}.xml`, 'p188:cmLst', newComments);
    const root = slide.isHidden ? 'p:sld show="0"' : 'p:sld';
    return [...part(`ppt/slides/slide${number}.xml`, root, tree(slide.shapes), related), ...entries];
  };
  const slides = sample.slides.map((slide, at) => slideParts(slide, at + 1));
  const layouts = [sample.layout, sample.otherLayout].map((shapes = '', at) =>
    part(`ppt/slideLayouts/slideLayout${at + 1}.xml`, 'p:sldLayout', tree(shapes), [
      { type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
    ]),
  );
  const main = [
    ...sample.slides.map((_slide, at) => ({ type: 'slide', target: `ppt/slides/slide${at + 1}.xml` })),
    { type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
  ];
  const list = sample.slides.map((_slide, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('');
  const properties = `<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${sample.properties}</cp:coreProperties>`;
  const ofPackage = [{ type: 'officeDocument', target: 'ppt/presentation.xml' }];
  const core = { type: `${packageNamespace}/relationships/metadata/core-properties`, target: 'docProps/core.xml' };
  if (sample.properties !== undefined) ofPackage.push(core);
  return [
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${sample.contentType ?? mainType}"/></Types>`,
    },
    relationships('', '', ofPackage),
    ...part(
      'ppt/presentation.xml',
      'p:presentation',
      `<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId${sample.slides.length + 1}"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle>${sample.defaultStyle ?? ''}</p:defaultTextStyle>`,
      main,
    ),
    ...(sample.isReversed ? slides.toReversed() : slides).flat(),
    ...layouts.flat(),
    ...part(
      'ppt/slideMasters/slideMaster1.xml',
      'p:sldMaster',
      tree(sample.master ?? ''),
      layouts.map((_layout, at) => ({ type: 'slideLayout', target: `ppt/slideLayouts/slideLayout${at + 1}.xml` })),
    ),
    ...(sample.properties === undefined ? [] : [{ name: 'docProps/core.xml', content: `${declaration}${properties}` }]),
  ];
};

export const pptxOf = (sample: SamplePresentation | string): Buffer =>
  zipOf(pptxEntries(typeof sample === 'string' ? { slides: [{ shapes: sample }] } : sample));

/** A shape in a placeholder of this type. */
export const placeholder = (type: string, content: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Placeholder"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${content}</p:txBody></p:sp>`;
