import { describe, expect, it } from 'vitest';
import { pluralCategories, pluralFormsFor, pluralFormsIn } from './gettext-plurals.js';
import { formsOf, numberSign, pluralTexts } from './plural-texts.js';

const numbersOf = (language: string) => pluralFormsFor(language).numbers.map((numbers) => numbers.slice(0, 4));

describe('plural forms of gettext', () => {
  it.each([
    ['de', 'nplurals=2; plural=(n != 1);', [[1], [0, 2, 3, 4]]],
    [
      'fr',
      'nplurals=2; plural=(n > 1);',
      [
        [0, 1],
        [2, 3, 4, 5],
      ],
    ],
    ['pt-PT', 'nplurals=2; plural=(n != 1);', [[1], [0, 2, 3, 4]]],
    [
      'pt-BR',
      'nplurals=2; plural=(n > 1);',
      [
        [0, 1],
        [2, 3, 4, 5],
      ],
    ],
    ['ja', 'nplurals=1; plural=0;', [[0, 1, 2, 3]]],
    ['cs', 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;', [[1], [2, 3, 4], [0, 5, 6, 7]]],
  ])('%s has those of the header %s', (language, header, numbers) => {
    expect(pluralFormsFor(language).header).toBe(header);
    expect(numbersOf(language)).toEqual(numbers);
  });

  it('languages with many forms have them in the order of gettext', () => {
    expect(numbersOf('ru')).toEqual([
      [1, 21, 31, 41],
      [2, 3, 4, 22],
      [0, 5, 6, 7],
    ]);
    expect(numbersOf('pl')).toEqual([[1], [2, 3, 4, 22], [0, 5, 6, 7]]);
    expect(numbersOf('ar')).toEqual([[0], [1], [2], [3, 4, 5, 6], [11, 12, 13, 14], [100, 101, 102, 200]]);
    expect(numbersOf('sl')).toEqual([
      [1, 101, 201, 301],
      [2, 102, 202, 302],
      [3, 4, 103, 104],
      [0, 5, 6, 7],
    ]);
  });

  it.each(
    'af ar be bg br bs ca cs cy da de el en es et fa fi fr ga gd gv he hi hr hu id is it ja ko lt lv mk mt nb nl pl pt ro ru si sk sl sr sv th tl tr uk vi zh'.split(
      ' ',
    ),
  )('the forms of %s part the numbers as CLDR does', (language) => {
    const categories = [...pluralCategories(language).values()].map(String).sort();
    expect(pluralFormsFor(language).numbers.map(String).sort()).toEqual(categories);
  });

  it.each([
    'nplurals=INTEGER; plural=EXPRESSION;',
    'nplurals=2; plural=n',
    'nplurals=2; plural=(n;',
    'nplurals=99; plural=0;',
    `nplurals=2; plural=${'('.repeat(2000)}n;`,
    '',
  ])('the header %s says none', (header) => expect(pluralFormsIn(header)).toBeUndefined());

  it('a header says its own', () =>
    expect(pluralFormsIn('nplurals=4; plural=(n%10==1 ? 0 : n==2 ? 1 : n<5 ? 2 : 3);')?.numbers.length).toBe(4));
});

describe('texts of plural forms', () => {
  const russian = pluralFormsFor('ru').numbers;

  it('a form of its own gets a text with one of its numbers', () => {
    const plural = pluralTexts('%d file', '%d files in 2 folders', russian);
    expect(plural.texts.map(({ text }) => text)).toEqual(['%d file', '3 files in 2 folders', '%d files in 2 folders']);
    expect(formsOf(plural, ['%d файл', '3 файла в 2', '%d файлов'])).toEqual(['%d файл', '%d файла в 2', '%d файлов']);
  });

  it.each(['три файла', '3 файла из 3', '13 файлов'])(
    'of %s, which has not the number once, it gets that for most numbers',
    (lost) => {
      const plural = pluralTexts('%d file', '%d files in 2 folders', russian);
      expect(formsOf(plural, ['a', lost, 'c'])).toEqual(['a', 'c', 'c']);
    },
  );

  it('a text for one without its number is none for 21', () => {
    expect(pluralTexts('One file', '%d files', russian).texts.map(({ text }) => text)).toEqual([
      '21 files',
      '2 files',
      '%d files',
    ]);
    expect(pluralTexts('One file', '%d files', pluralFormsFor('fr').numbers).texts.map(({ text }) => text)).toEqual([
      'One file',
      '%d files',
    ]);
  });

  it('a language of one form gets the text for several', () =>
    expect(pluralTexts('a file', '%d files', pluralFormsFor('ja').numbers).texts.map(({ text }) => text)).toEqual([
      '%d files',
    ]));

  it.each([
    ['%d files', '%d'],
    ['%1$lld files', '%1$lld'],
    ['%(count)d files of %s', '%(count)d'],
    ['%<PRIuMAX> files', '%<PRIuMAX>'],
    ['{count} files', '{count}'],
    ['%(n)s files', '%(n)s'],
    ['%d files of %d', undefined],
    ['{a} files of {b}', undefined],
    ['100% free', undefined],
    ['files', undefined],
  ])('the number of %s is %s', (text, sign) => expect(numberSign(text)).toBe(sign));
});
