import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { PdfFile } from './objects/pdf-file.js';
import { PdfReference, textOf } from './objects/pdf-values.js';
import { pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

const marked = (mcid: number, y: number, text: string): string =>
  `/P << /MCID ${mcid} >> BDC BT /F1 12 Tf 40 ${y} Td (${text}) Tj ET EMC`;

/** A tagged page of this content: elements of the tree have the numbers from 4 on, the page follows them. */
const taggedPage = (content: string, elements: readonly string[], catalogue = ''): Buffer => {
  const page = 4 + elements.length;
  const kids = elements.map((_, at) => `${4 + at} 0 R`).join(' ');
  return pagesOf([{ content, entries: '/StructParents 0' }], {
    catalogue: `/StructTreeRoot 3 0 R ${catalogue}`,
    objects: [
      `<< /Type /StructTreeRoot /K [${kids}] >>`,
      ...elements.map((entries) => `<< /Type /StructElem /P 3 0 R /Pg ${page} 0 R ${entries} >>`),
    ],
  });
};

const shout = (text: string): string => `${text.toUpperCase()}!`;

/** The texts of the elements of a translation, by the entries asked for. */
const saidAfter = async (
  source: Buffer,
  count: number,
  change: (text: string) => string = shout,
  options: Partial<MergeOptions> = {},
): Promise<Record<string, string>[]> => {
  const { bytes } = await translatedPdf(source, change, options);
  const file = await PdfFile.open(memoryFile(bytes));
  return Array.from({ length: count }, (_, at) => {
    const element = file.dictionary(new PdfReference(4 + at, 0));
    return Object.fromEntries(
      ['Alt', 'ActualText', 'E', 'Lang'].flatMap((key) => {
        const text = textOf(element?.get(key));
        return text === undefined ? [] : [[key, text]];
      }),
    );
  });
};

describe('the structure of a translated PDF', () => {
  it('a text that stands for translated words is gone, and one that stands for a picture is translated', async () => {
    const source = taggedPage(`${marked(0, 500, 'Some words')} /Figure << /MCID 1 >> BDC 0 0 9 9 re f EMC`, [
      '/S /P /K 0 /ActualText (Some words)',
      '/S /Figure /K 1 /ActualText (A name in a picture)',
    ]);
    expect((await readPdf(source)).texts).toEqual(['Some words', 'A name in a picture']);
    expect(await saidAfter(source, 2)).toEqual([{}, { ActualText: 'A NAME IN A PICTURE!' }]);
  });

  it('a text that stands for words of elements below it goes with them, also of those in a form', async () => {
    const source = pagesOf([{ content: '/X1 Do', resources: '/XObject << /X1 6 0 R >>' }], {
      catalogue: '/StructTreeRoot 3 0 R',
      objects: [
        '<< /Type /StructTreeRoot /K 4 0 R >>',
        '<< /Type /StructElem /S /P /Pg 7 0 R /ActualText (Some words) /K [5 0 R] >>',
        '<< /Type /StructElem /S /Span /K << /Type /MCR /Stm 6 0 R /MCID 0 >> >>',
        { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 400 600]', stream: marked(0, 500, 'Some words') },
      ],
    });
    expect(await saidAfter(source, 2)).toEqual([{}, {}]);
  });

  it('a text that stands for words of a form that is drawn in marked content goes with them', async () => {
    const source = pagesOf(
      [
        {
          content: '/P << /MCID 0 >> BDC /X1 Do EMC',
          resources: '/XObject << /X1 5 0 R >>',
        },
      ],
      {
        catalogue: '/StructTreeRoot 3 0 R',
        objects: [
          '<< /Type /StructTreeRoot /K 4 0 R >>',
          '<< /Type /StructElem /S /P /Pg 6 0 R /ActualText (Some words) /K 0 >>',
          {
            dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 400 600]',
            stream: 'BT /F1 12 Tf 40 500 Td (Some words) Tj ET',
          },
        ],
      },
    );
    expect(await saidAfter(source, 1)).toEqual([{}]);
  });

  it('a text that stands for words that stay is as it was', async () => {
    const source = taggedPage(`${marked(0, 500, 'Some words')} ${marked(1, 5, 'A foot')}`, [
      '/S /P /K 0 /ActualText (Some words)',
      '/S /P /K 1 /ActualText (A foot) /E (A foot of a page) /Lang (en)',
    ]);
    const [words, foot] = await saidAfter(source, 2, shout, { translateHeaders: false });
    expect([words, foot]).toEqual([{}, { ActualText: 'A foot', E: 'A FOOT OF A PAGE!', Lang: 'en' }]);
    const { bytes } = await translatedPdf(source, (text) => text);
    expect(bytes.equals(source)).toBe(true);
  });

  it('an expansion is translated where it stands for a whole paragraph, and is gone where words around it moved', async () => {
    const sentence =
      '/P << /MCID 1 >> BDC BT /F1 12 Tf 40 400 Td (The ) Tj EMC /Span << /MCID 2 >> BDC (EU) Tj EMC /P << /MCID 3 >> BDC ( grows) Tj ET EMC';
    const source = taggedPage(`${marked(0, 500, 'Dr')} ${sentence}`, [
      '/S /TD /K 0 /E (Doctor)',
      '/S /P /K [1 3]',
      '/S /Span /K 2 /E (European Union)',
    ]);
    expect((await readPdf(source)).texts).toEqual(['Dr', 'The EU grows', 'Doctor']);
    expect(await saidAfter(source, 3)).toEqual([{ E: 'DOCTOR!' }, {}, {}]);
  });

  it('an expansion outside of what is translated is gone where its words changed', async () => {
    const source = taggedPage(marked(0, 500, 'Dr'), ['/S /TD /K 0 /E (Doctor)']);
    expect(await saidAfter(source, 1, shout, { pageRange: [{ from: 1, to: 1 }] })).toEqual([{}]);
  });

  it('elements that name the language of the source name that of the translation', async () => {
    const sentence =
      '/P << /MCID 2 >> BDC BT /F1 12 Tf 40 400 Td (The word ) Tj EMC /Span << /MCID 3 >> BDC (siesta) Tj ET EMC';
    const source = taggedPage(`${marked(0, 500, 'Words')} ${marked(1, 450, 'Mots')} ${sentence}`, [
      '/S /P /K 0 /Lang (en-GB)',
      '/S /P /K 1 /Lang (fr)',
      '/S /P /K 2 /Lang (en)',
      '/S /Span /K 3 /Lang (es)',
      '/S /Figure /Alt (A picture) /Lang (en)',
    ]);
    const languages = (await saidAfter(source, 5)).map(({ Lang }) => Lang);
    expect(languages).toEqual(['fi', 'fr', 'fi', 'fi', 'fi']);
  });

  it('metadata name the language of the translation in the place of that of the source', async () => {
    const languages = (first: string) =>
      `<x><dc:language><rdf:Bag><rdf:li>${first}</rdf:li><rdf:li>sv</rdf:li></rdf:Bag></dc:language></x>`;
    const source = pagesOf([{ content: marked(0, 500, 'Words') }], {
      catalogue: '/Metadata 3 0 R',
      objects: [{ dictionary: '/Type /Metadata /Subtype /XML', stream: languages('en-GB') }],
    });
    const { bytes } = await translatedPdf(source, shout);
    expect(bytes.subarray(source.length).toString('latin1')).toContain(languages('fi'));
  });

  it('marked content whose words are gone keeps neither their expansion nor their language', async () => {
    const source = pagesOf([
      {
        content:
          '/Span << /Lang (en) >> BDC /Span << /E (Doctor) /MCID 7 >> BDC BT /F1 12 Tf 40 500 Td (Dr) Tj EMC EMC /Span << /E (Foot) /Lang (en) >> BDC 0 -100 Td (12) Tj ET EMC',
      },
    ]);
    const content = drawnIn((await translatedPdf(source, shout)).bytes, source);
    expect(content).toContain(`/Span <</Lang <${Buffer.from('fi').toString('hex')}>>> BDC`);
    expect(content).toContain('/Span <</MCID 7>> BDC');
    expect(content).toContain('/Span << /E (Foot) /Lang (en) >> BDC');
  });
});
