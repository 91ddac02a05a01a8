import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readTbx } from './tbx-reader.js';

const languages = { source: 'en', target: 'es' };

const read = (text: string, from = languages): string[] =>
  readTbx(text, from).map(({ source, target }) => `${source}=${target}`);

const refusalOf = (text: string): unknown => {
  try {
    readTbx(text, languages);
  } catch (error) {
    if (error instanceof Rejection) return error.details?.file;
    throw error;
  }
  throw new Error('accepted');
};

const termOf = (text: string, note = ''): string => `<termSec><term>${text}</term>${note}</termSec>`;
const langSec = (tag: string, ...terms: string[]): string => `<langSec xml:lang="${tag}">${terms.join('')}</langSec>`;
const concept = (...languageSections: string[]): string => `<conceptEntry>${languageSections.join('')}</conceptEntry>`;
const tbx = (...concepts: string[]): string =>
  `<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>${concepts.join('')}</body></text></tbx>`;
const status = (value: string): string => `<termNote type="administrativeStatus">${value}</termNote>`;

const version2 = `<?xml version='1.0'?>
<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">
<martif type="TBX-Basic" xml:lang="en-US"><martifHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></martifHeader>
<text><body>
<termEntry id="c1"><descrip type="subjectField">law</descrip>
 <langSet xml:lang="en"><tig><term>contract &amp; deed</term><termNote type="partOfSpeech">noun</termNote></tig>
  <ntig><termGrp><term>
    framework
    <hi>contract</hi>
  </term></termGrp></ntig></langSet>
 <langSet xml:lang="es"><tig><term><![CDATA[contrato]]></term></tig></langSet>
</termEntry>
</body></text></martif>`;

describe('TBX', () => {
  it('TBX 2 is read with its document type, and several sources of a concept become several entries', () => {
    expect(read(version2)).toEqual(['contract & deed=contrato', 'framework contract=contrato']);
    expect(read(version2, { source: 'es', target: 'en' })).toEqual(['contrato=contract & deed']);
  });

  it('TBX 3 is read in either style, with the preferred target', () => {
    const targets = [
      termOf('viejo', status('deprecatedTerm-admn-sts')),
      termOf('otro'),
      termOf('preferido', status('preferredTerm-admn-sts')),
    ];
    expect(read(tbx(concept(langSec('en', termOf('a')), langSec('es', ...targets))))).toEqual(['a=preferido']);
    expect(read(tbx(concept(langSec('en', termOf('a')), langSec('es', ...targets.slice(0, 2)))))).toEqual(['a=otro']);
    const dct = termOf('preferido', '<min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus>');
    expect(read(tbx(concept(langSec('en', termOf('a')), langSec('es', termOf('b'), dct))))).toEqual(['a=preferido']);
  });

  it('concepts without both languages are left out, and so is a source that an earlier concept has', () => {
    const entries = read(
      tbx(
        concept(langSec('en', termOf('bank')), langSec('es', termOf('banco'))),
        concept(langSec('en', termOf('only'))),
        concept(langSec('fr', termOf('x')), langSec('es', termOf('y'))),
        concept(langSec('en', termOf('bank'), termOf('shore')), langSec('es', termOf('orilla'))),
        concept(langSec('en', termOf('empty')), langSec('es', termOf(''))),
      ),
    );
    expect(entries).toEqual(['bank=banco', 'shore=orilla']);
  });

  it('the requested region of the target language is taken, or else the nearest', () => {
    const file = tbx(
      concept(
        langSec('en-GB', termOf('lorry')),
        langSec('en_us', termOf('truck')),
        langSec('pt-PT', termOf('camião')),
        langSec('pt-BR', termOf('caminhão')),
      ),
    );
    expect(read(file, { source: 'en', target: 'pt-BR' })).toEqual(['lorry=caminhão', 'truck=caminhão']);
    expect(read(file, { source: 'en', target: 'pt' })).toEqual(['lorry=camião', 'truck=camião']);
    expect(read(file, { source: 'en-US', target: 'pt-PT' })).toEqual(['truck=camião', 'lorry=camião']);
    expect(read(file, { source: 'pt-PT', target: 'pt-BR' })).toEqual(['camião=caminhão']);
  });

  it.each([
    ['no XML', 'a,b', 'line 1 is not well-formed XML'],
    ['an element that is not closed', '<tbx>\n<text>\n</tbx>', 'line 3 is not well-formed XML'],
    ['something else', '<html/>', 'line 1 has no martif or tbx element'],
    ['an unknown entity', tbx(concept('&secret;')), 'line 1 is not well-formed XML'],
    [
      'entities of its own',
      '<!DOCTYPE tbx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<tbx>&b;</tbx>',
      'line 1 has a document type with declarations of its own',
    ],
    ['a million levels', '<tbx>'.repeat(1_000_000), 'line 1 has elements nested too deeply'],
    ['other languages', tbx(concept(langSec('fr', termOf('a')))), 'has no concept with terms in both en and es'],
  ])('TBX with %s is refused', (_, text, message) => {
    expect(refusalOf(text)).toEqual([message]);
  });
});
