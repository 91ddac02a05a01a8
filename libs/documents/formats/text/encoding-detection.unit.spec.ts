import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../source-file.js';
import { detectEncoding } from './encoding-detection.js';

const readIn = async (text: string, encoding: string): Promise<string> => {
  const bytes = iconv.encode(text, encoding, { addBOM: false });
  const { codec } = await detectEncoding(memoryFile(bytes));
  const decoder = codec.decoder();
  return decoder.push(bytes) + decoder.end();
};

describe.each(['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'ibm855', 'maccyrillic'])(
  'Cyrillic in %s',
  (encoding) => {
    it.each([
      ['a sentence', 'Сегодня хорошая погода, и мы идём гулять в парк со всей семьёй.\n'],
      ['a table', 'Имя,Возраст\nИван,30\nМария,25\n'],
      ['Bulgarian', 'Днес времето е хубаво и ние отиваме на разходка в парка.\n'],
      ['words among English', `${'The harbour of the town and its ships\n'.repeat(30)}Корабль стоит у причала\n`],
    ])('%s is read', async (_what, text) => expect(await readIn(text, encoding)).toBe(text));
  },
);

it('Russian in capitals is read in an encoding of DOS', async () =>
  expect(await readIn('ОТЧЕТ ЗА ПЕРВЫЙ КВАРТАЛ\n', 'ibm866')).toBe('ОТЧЕТ ЗА ПЕРВЫЙ КВАРТАЛ\n'));

it.each([
  ['Hebrew', 'windows-1255', 'השמש זורחת היום ואנחנו הולכים לטייל בפארק עם כל המשפחה.\n'],
  ['Greek', 'iso-8859-7', 'Το πλοίο φεύγει από το λιμάνι της πόλης και πηγαίνει στο νησί.\n'],
  ['Korean', 'euc-kr', '오늘은 날씨가 좋습니다. 내일은 어떻습니까? 공원에 갑시다.\n'],
  ['French', 'windows-1252', 'L’été, à Noël : « où êtes-vous allée ? »\n'],
  ['a German word', 'windows-1252', 'Größe,Maß\nÄpfel,5\n'],
])('%s is not taken for Cyrillic', async (_what, encoding, text) => expect(await readIn(text, encoding)).toBe(text));

describe('short tables of East Asia', () => {
  it.each([
    ['shift_jis', '名前,年齢,住所\n田中,30,東京\n'],
    ['shift_jis', '商品,価格\nりんご,120\nバナナ,80\n'],
    ['shift_jis', '項目\tメモ\nテスト\tサンプル\n'],
    ['euc-jp', '商品,価格\nりんご,120\nバナナ,80\n'],
    ['euc-kr', '제품,가격\n사과,500\n'],
    ['big5', '姓名,年齡\n王小明,30\n'],
    ['gb18030', '产品,价格\n苹果,5\n'],
  ])('in %s: %j', async (encoding, text) => expect(await readIn(text, encoding)).toBe(text));

  it.each(['“Hello” — it’s…\n', 'ÉTÉ\n', 'L’été “à” Noël\n'])('%j is none', async (text) =>
    expect(await readIn(text, 'windows-1252')).toBe(text),
  );
});

describe.each(['utf-32le', 'utf-32be'])('%s without a byte order mark', (encoding) => {
  it.each(['Date,Bid\n2008,3\n', '今日は 𝔘\n', 'Ab'])('%j is read', async (text) =>
    expect(await readIn(text, encoding)).toBe(text),
  );
});

it.each(['utf-16le', 'utf-16be'])('text in %s is not taken for UTF-32', async (encoding) =>
  expect(await readIn('Date,Bid\n2008,3\n', encoding)).toBe('Date,Bid\n2008,3\n'),
);
