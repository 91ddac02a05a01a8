import { describe, expect, it } from 'vitest';
import { writtenSpans } from './written-spans.js';

const written = (text: string, source = 'en', target = 'es', startsText = true, next = ''): string => {
  let done = '';
  let at = 0;
  for (const span of writtenSpans({ source, target }, text, startsText, next)) {
    done += `${text.slice(at, span.start)}[${span.written}]`;
    at = span.end;
  }
  return done + text.slice(at);
};

describe('dates of English', () => {
  it.each([
    ['It ended September 30, 2000.', 'It ended [30 de septiembre de 2000].'],
    ['It was signed on November 27th, 2025, and', 'It was signed [el 27 de noviembre de 2025], and'],
    ['On 1 January 2024 we', '[El 1 de enero de 2024] we'],
    ['from January 1 to March 31, 2024', 'from [1 de enero] to [31 de marzo de 2024]'],
    ['We meet on Monday, 3 June at ten.', 'We meet [el lunes, 3 de junio] at ten.'],
    ['Thursday November 16, 5:14 pm', '[Jueves, 16 de noviembre], 5:14 pm'],
    ['It ended on the 27th of November. We', 'It ended [el 27 de noviembre]. We'],
    ['May 2024 was warm. March 2025, too.', '[Mayo de 2024] was warm. [Marzo de 2025], too.'],
    ['(Sept. 5, 2024)', '([5 de septiembre de 2024])'],
    ['DUE NOVEMBER 27, 2025', 'DUE [27 DE NOVIEMBRE DE 2025]'],
    ['The May 5 meeting', 'The [5 de mayo] meeting'],
    ['They met in October 2014. In May 2015', 'They met [en octubre de 2014]. [En mayo de 2015]'],
    ['on Monday in May 2024', 'on Monday [en mayo de 2024]'],
    ['Wilson, A. C. (March 2010)', 'Wilson, A. C. ([marzo de 2010])'],
    ['February\u00a028,\u00a01998; 18 years', '[28 de febrero de 1998]; 18 years'],
    ['Due: 27 Nov 2025', 'Due: [27 de noviembre de 2025]'],
  ])('%s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['a day that no month has', 'February 30, 2024'],
    ['a verb after a number', 'Section 5 May be amended, and 3 March on.'],
    ['a small letter', 'We may 5 or march 31.'],
    ['a month alone', 'It is sold in May.'],
    ['a range', 'June 3-5 and May 3–5'],
    ['a part of a word', 'Marchand 5, Decem 12, xMay 5'],
    ['a time', 'May 5:30'],
  ])('leaves %s', (_what, text) => {
    expect(written(text)).toBe(text);
  });

  it('have a capital only where a sentence begins', () => {
    expect(written('May 2024', 'en', 'es', false)).toBe('[mayo de 2024]');
    expect(written('(May 2024)')).toBe('([Mayo de 2024])');
    expect(written('on 3 May')).toBe('[el 3 de mayo]');
  });

  it('are written as each target does, and only where that was measured', () => {
    expect(written('on 27 November 2025', 'en', 'ca')).toBe('[el 27 de novembre del 2025]');
    expect(written('in October 2014, in May 2014', 'en', 'ca')).toBe('[l’octubre del 2014], [el maig del 2014]');
    expect(written('on 27 November 2025', 'en', 'gl')).toBe('[o 27 de novembro de 2025]');
    expect(written('on 27 November 2025', 'en', 'eo')).toBe('on 27 November 2025');
    expect(written('le 27 May 2025', 'fr', 'es')).toBe('le 27 May 2025');
  });
});

describe('acronyms of English', () => {
  it.each([
    ['The LED of the IT department', 'The [LED] of the [TI] department'],
    ['Enter your PIN.', 'Enter your [PIN].'],
    ['See Fig. 2 and Art. 5.', 'See [Fig.] 2 and [Art.] 5.'],
    ['A GET request and SAP (RAID)', 'A [GET] request and [SAP] ([RAID])'],
  ])('%s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['a text in capitals', 'GET IT NOW'],
    ['two words in capitals', 'Please GET OUT now, DO IT.'],
    ['an abbreviation alone', 'A fig. is good. The art. A fig.'],
    ['a small word', 'Put it in the cat.'],
    ['a part of a name', 'PIN-code, IT’s, A&IT, LEDGER'],
  ])('leaves %s', (_what, text) => {
    expect(written(text)).toBe(text);
  });
});

describe('names of people behind a title', () => {
  it.each([
    ['Mrs. White met Dr. Young.', 'Mrs. [White] met Dr. [Young].'],
    ['Dear Mr Smith, ask Prof. Anna O’Brien-Young’s team.', 'Dear Mr [Smith], ask Prof. [Anna O’Brien-Young]’s team.'],
    ['Ask Ms. McDonald Monday.', 'Ask Ms. [McDonald] Monday.'],
    ['Dr. May on May 5, 2024', 'Dr. [May] [el 5 de mayo de 2024]'],
  ])('%s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each(['Drive to White House.', 'the dr. said', 'Ask Mr. X and Mr. SMITH.'])('none is in %j', (text) => {
    expect(written(text)).toBe(text);
  });
});

describe('references of documents', () => {
  it.each([
    ['Table 3 shows the rest.', '[Tabla 3] shows the rest.'],
    ['See Figure 2a and Tables 7.4 to 7.6.', 'See [Figura 2a] and [Tablas 7.4] to 7.6.'],
    ['under Article 122.2 of the Treaty', 'under [Artículo 122.2] of the Treaty'],
    ['Exhibit 1, Chart 5: Growth', 'Exhibit 1, [Gráfico 5]: Growth'],
    ['TABLE 1-1. SOURCES', '[TABLA 1-1]. SOURCES'],
    ['(see table A-2, figures 3 and 4)', '(see [tabla A-2], [figuras 3] and 4)'],
    ['Source: table 14 (table 3)', 'Source: [tabla 14] ([tabla 3])'],
    ['Table SA3, Table ES-1, Article IV', '[Tabla SA3], [Tabla ES-1], [Artículo IV]'],
  ])('%s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['a table at which people sit', 'Please bring the bill to the guests at table 4.'],
    ['a year', 'Figures 2023 and Table 2024 data'],
    ['a word', 'Table of contents, the Figure below'],
    ['a part of a word', 'Timetable 3, Table 3rd, E-Table 4'],
  ])('leave %s', (_what, text) => {
    expect(written(text)).toBe(text);
  });

  it('are found before a number that stays untouched', () => {
    const before = (text: string, next: string): string => written(text, 'en', 'es', true, next);
    expect(before('As in Table ', '4.1')).toBe('As in [Tabla] ');
    expect(before('As in Fig. ', '4.1')).toBe('As in [Fig.] ');
    expect(before('As in the table ', 'a_b')).toBe('As in the table ');
    expect(before('The ', 'Table 3')).toBe('The ');
  });

  it('are written as each target does', () => {
    expect(written('Table 3, Articles 5', 'en', 'ca')).toBe('[Taula 3], [Articles 5]');
    expect(written('Table 3, Articles 5', 'en', 'gl')).toBe('[Táboa 3], [Artigos 5]');
    expect(written('Table 3', 'en', 'eo')).toBe('Table 3');
    expect(written('Figura 2: Mapa. CUADRO 4', 'es', 'en')).toBe('[Figure 2]: Mapa. [TABLE 4]');
    expect(written('Figures 2.1 i Quadre 3', 'ca', 'en')).toBe('[Figures 2.1] i [Table 3]');
    expect(written('Gráfico 1, Figura 2', 'gl', 'en')).toBe('[Chart 1], Figura 2');
    expect(written('la figura 2, Cuadro 4', 'es', 'ca')).toBe('la figura 2, Cuadro 4');
    expect(written('la figura 2', 'es', 'en')).toBe('la figura 2');
  });
});
