import { box, odpOf, p, slide } from '../odf/odf-sample.fixture.js';

const notes = (text: string) =>
  `<presentation:notes>${box(p(text), ' presentation:class="notes"')}</presentation:notes>`;
const title = (text: string) => box(p(text), ' presentation:class="title"');
const automatic =
  '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';

const slides = [
  '<presentation:footer-decl presentation:name="ftr1">The town museum</presentation:footer-decl>',
  slide(
    `${title('The growth of a small town')}${box('<text:list><text:list-item><text:p>The harbour was <text:span text:style-name="T1">never</text:span> closed</text:p></text:list-item></text:list>', ' presentation:class="outline"')}<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:title>A ship</svg:title><svg:desc>The swan at sea</svg:desc></draw:frame>${notes('Speak slowly here.')}`,
  ),
  slide(
    `${box(p('Click to add a title'), ' presentation:class="title" presentation:placeholder="true"')}<draw:custom-shape>${p('Written in a shape')}</draw:custom-shape><draw:g><draw:frame><table:table><table:table-row><table:table-cell><text:p>A cell of a table</text:p></table:table-cell></table:table-row></table:table></draw:frame></draw:g>`,
  ),
  slide(title('Nobody sees this'), ' draw:style-name="dp2"'),
].join('');

const masters = `<style:handout-master>${box(p('Printed by hand'))}</style:handout-master><style:master-page style:name="Default">${box(p('Click to edit the title'), ' presentation:class="title"')}${box(p('A word on all slides'))}${box(p('Footer of the master'), ' presentation:class="footer"')}${notes('Click to edit the notes')}</style:master-page>`;

/**
 * Presentations made for the tests, as they lie in `samples/`. `libreoffice.odp` beside them is what LibreOffice 7.4
 * makes of `slides.odp`.
 */
export const odpSamples: Record<string, Buffer> = {
  'slides.odp': odpOf({ body: slides, automatic, masters, meta: '<dc:title>A town</dc:title>' }),
};
