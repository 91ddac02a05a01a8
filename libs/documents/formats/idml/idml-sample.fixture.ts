import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';

/** The parts of a document that a test can set. */
export interface IdmlParts {
  /** The content of `Story` elements, by their names. */
  stories: Readonly<Record<string, string>>;
  /** Stories with a frame on the master spread, and on the hidden layer. */
  masterStories?: readonly string[];
  hiddenStories?: readonly string[];
  /** Content of the spread, beside its pages and frames. */
  spread?: string;
  styles?: string;
  /** Content of the document, beside its parts. */
  map?: string;
  pages?: number;
  /** The spreads one after the other, in the place of the one that the rest makes. */
  spreads?: readonly string[];
  mediaType?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packaging = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="15.1"';

/** The parts of a document in the order in which InDesign writes them. */
export const idmlEntries = (parts: IdmlParts): SampleEntry[] => {
  const { stories, masterStories = [], hiddenStories = [], spread = '', styles = '', pages = 1 } = parts;
  const part = (kind: string, content: string) =>
    `${declaration}<idPkg:${kind} ${packaging}>\n${content}\n</idPkg:${kind}>\n`;
  const frame = (story: string) =>
    `<TextFrame Self="f${story}" ParentStory="${story}" ItemLayer="${hiddenStories.includes(story) ? 'l2' : 'l1'}"/>`;
  const names = Object.keys(stories);
  const onSpread = names.filter((name) => !masterStories.includes(name));
  const usual = `<Spread Self="us">${'<Page Self="p1"/>'.repeat(pages)}${onSpread.map(frame).join('')}${spread}</Spread>`;
  const spreads = parts.spreads?.map((content, at) => [`Spreads/Spread_us${at}.xml`, content] as const) ?? [
    ['Spreads/Spread_us.xml', usual] as const,
  ];
  const map = [
    '<?aid style="50" type="document" readerVersion="6.0" featureSet="257" product="15.1(25)" ?>',
    `<Document ${packaging} Self="d">`,
    '<Layer Self="l1" Name="Text" Visible="true"/><Layer Self="l2" Name="Notes" Visible="false"/>',
    '<idPkg:Styles src="Resources/Styles.xml"/><idPkg:MasterSpread src="MasterSpreads/MasterSpread_um.xml"/>',
    ...spreads.map(([name]) => `<idPkg:Spread src="${name}"/>`),
    ...names.map((name) => `<idPkg:Story src="Stories/Story_${name}.xml"/>`),
    ...(parts.map === undefined ? [] : [parts.map]),
    '</Document>',
  ];
  return [
    { name: 'mimetype', content: parts.mediaType ?? 'application/vnd.adobe.indesign-idml-package', isStored: true },
    { name: 'designmap.xml', content: `${declaration}${map.join('\n')}\n` },
    {
      name: 'Resources/Styles.xml',
      content: part('Styles', `<RootParagraphStyleGroup Self="u1">${styles}</RootParagraphStyleGroup>`),
    },
    {
      name: 'MasterSpreads/MasterSpread_um.xml',
      content: part(
        'MasterSpread',
        `<MasterSpread Self="um"><Page Self="p0"/>${masterStories.map(frame).join('')}</MasterSpread>`,
      ),
    },
    ...spreads.map(([name, content]) => ({ name, content: part('Spread', content) })),
    ...names.map((name) => ({
      name: `Stories/Story_${name}.xml`,
      content: part('Story', `<Story Self="${name}">\n${stories[name]}\n</Story>`),
    })),
  ];
};

export const idmlOf = (parts: IdmlParts | string): Buffer =>
  zipOf(idmlEntries(typeof parts === 'string' ? { stories: { u1: parts } } : parts));

export const psr = (content: string, attributes = '') =>
  `<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/$ID/Normal"${attributes}>${content}</ParagraphStyleRange>`;
export const csr = (content: string, attributes = '') =>
  `<CharacterStyleRange AppliedCharacterStyle="CharacterStyle/$ID/[No character style]"${attributes}>${content}</CharacterStyleRange>`;
export const c = (text: string) => `<Content>${text}</Content>`;
export const br = '<Br/>';
export const bold = ' FontStyle="Bold"';
export const link = (content: string) =>
  `<HyperlinkTextSource Self="h1" Name="Link 1">${content}</HyperlinkTextSource>`;
export const footnote = (content: string) => `<Footnote>${psr(csr(content))}</Footnote>`;
export const table = (...cells: string[]) =>
  `<Table Self="t1" BodyRowCount="1"><Row Self="r1"/><Column Self="c1"/>${cells.map((cell) => `<Cell Self="e1">${cell}</Cell>`).join('')}</Table>`;
export const altText = (text: string) =>
  `<Rectangle Self="r1" ItemLayer="l1"><ObjectExportOption AltTextSourceType="SourceCustom" CustomAltText="${text}"/></Rectangle>`;
