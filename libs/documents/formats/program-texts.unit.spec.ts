import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import { docxFormat } from './docx/docx.format.js';
import { docxOf, p, r } from './docx/docx-sample.fixture.js';
import { htmlFormat } from './html/html.format.js';
import { jsonFormat } from './json/json.format.js';
import { markdownFormat } from './markdown/markdown.format.js';
import { xmlFormat } from './plain-xml/xml.format.js';
import { shoutedFile, shoutedText } from './shouted-words.fixture.js';
import { memoryFile } from './source-file.js';
import { srtFormat } from './srt/srt.format.js';
import { txtFormat } from './txt/txt.format.js';
import { extractAll } from './whole-file.fixture.js';
import { yamlFormat } from './yaml/yaml.format.js';

const message = async (text: string): Promise<string> =>
  JSON.parse(await shoutedText(jsonFormat, JSON.stringify({ text }))).text;

describe('placeholders and statements of programs in documents', () => {
  it.each([
    [
      '{0} There are none|[1,19] There are some|[20,*] There are :count',
      '{0} THERE ARE NONE|[1,19] THERE ARE SOME|[20,*] THERE ARE :count',
    ],
    ['no apples | one apple | {count} apples', 'NO APPLES | ONE APPLE | {count} APPLES'],
    ['Total of %<amount>s today, %{name}', 'TOTAL OF %<amount>s TODAY, %{name}'],
    ['Total of %<amount>s & <b>tax</b>', 'TOTAL OF %<amount>s & <b>TAX</b>'],
    [
      '<p>Type &lt;?php f() ?&gt; or &lt;%= x %&gt;, <?= y ?></p>',
      '<p>TYPE &lt;?php f() ?&gt; OR &lt;%= x %&gt;, <?= y ?></p>',
    ],
    ['In % <b>a</b> or %<br>a year, %<b>d', 'IN % <b>A</b> OR %<br>A YEAR, %<b>d'],
    ['+++Breaking news+++ a train is late', '+++BREAKING NEWS+++ A TRAIN IS LATE'],
    ['Be calm and\ngo get help at once', 'BE CALM AND\nGO GET HELP AT ONCE'],
    ['First\r\nnpm install a \\\r\n  b c\r\nthen go', 'FIRST\r\nnpm install a \\\r\n  b c\r\nTHEN GO'],
    ['git is a tool\nfor teams, see https://a.b', 'GIT IS A TOOL\nFOR TEAMS, SEE https://a.b'],
    ['## for us\n% if paid:\nIt is paid\n% endif', '## for us\n% if paid:\nIT IS PAID\n% endif'],
    ['{0,choice,0#no files|1#one file|1<{0} files}', '{0,choice,0#NO FILES|1#ONE FILE|1<{0} FILES}'],
    ['{{PLURAL:$1|one message is|$1 messages are}} here', '{{PLURAL:$1|ONE MESSAGE IS|$1 MESSAGES ARE}} HERE'],
    [
      "{g, select, male {He ''said''} other {It '{''x''}' is}}",
      "{g, select, male {HE ''SAID''} other {IT '{''X''}' IS}}",
    ],
    ['Dear __userName__, you have __item_count__ letters', 'DEAR __userName__, YOU HAVE __item_count__ LETTERS'],
    ['{{GENDER:$1|he likes|she likes}}', '{{GENDER:$1|HE LIKES|SHE LIKES}}'],
    [
      '{n, plural, one {<b>#</b> tree} other {{who, select, a {his} other {their}} trees}}',
      '{n, plural, one {<b>#</b> TREE} other {{who, select, a {HIS} other {THEIR}} TREES}}',
    ],
    [
      'Hi {{ a | f("<b>") }} and <% if (a < b) { %>welcome<% } %>',
      'HI {{ a | f("<b>") }} AND <% if (a < b) { %>WELCOME<% } %>',
    ],
    ['% if paid:\nThe bill is paid\n% endif\n', '% if paid:\nTHE BILL IS PAID\n% endif\n'],
    ['It is a | b, $5 to $10 at 10:30 (note: so it is)', 'IT IS A | B, $5 TO $10 AT 10:30 (NOTE: SO IT IS)'],
  ])('a value of data keeps what a program reads in it: %j', async (text, expected) => {
    expect(await message(text)).toBe(expected);
  });

  it('a value of placeholders alone is no text', async () => {
    const file = memoryFile(Buffer.from(JSON.stringify({ a: ':name :count', b: '{{ a b }} %lld', c: '{{ a b }} is' })));
    expect((await extractAll(jsonFormat, file)).map(({ parts }) => plainText(parts))).toEqual(['{{ a b }} is']);
  });

  it('an ICU message of XLIFF keeps its frame with elements in it', async () => {
    const icu =
      '{VAR, plural, =0 {no trees} other {<x id="INTERPOLATION" equiv-text="{{n}}"/> trees of {VAR_1, select, male {<x id="A"/>his<x id="B"/> wood} other {the wood}}}}';
    const file = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"><body><trans-unit id="1"><source>${icu}</source></trans-unit></body></file></xliff>`;
    expect(await shoutedText(xmlFormat, file)).toContain(
      '>{VAR, plural, =0 {NO TREES} other {<x id="INTERPOLATION" equiv-text="{{n}}"/> TREES OF {VAR_1, select, male {<x id="A"/>HIS<x id="B"/> WOOD} other {THE WOOD}}}}</target>',
    );
  });

  it('a reference of Ruby is no tag, in XLIFF with references and in HTML', async () => {
    const file =
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"><body><trans-unit id="1"><source>Total of %&lt;n&gt;05.2f &lt;b&gt;now&lt;/b&gt;</source></trans-unit></body></file></xliff>';
    expect(await shoutedText(xmlFormat, file)).toContain('>TOTAL OF %&lt;n&gt;05.2f &lt;b&gt;NOW&lt;/b&gt;</target>');
    const page = '<html><body><p>Total of %<n>05.2f <b>now</b></p></body></html>';
    expect(await shoutedText(htmlFormat, page)).toContain('<p>TOTAL OF %<n>05.2f <b>NOW</b></p>');
  });

  it('an element behind a sign of percent is no reference of Ruby', async () => {
    const page = '<html><body><p>up 5% <i>x</i> now</p><p>in % <b>A</b> so</p><p>in %<br>a year</p></body></html>';
    expect(await shoutedText(htmlFormat, page)).toBe(
      '<html><body><p>UP 5% <i>X</i> NOW</p><p>IN % <b>A</b> SO</p><p>IN %<br>A YEAR</p></body></html>',
    );
  });

  it('a section whose signs runs of a DOCX tear apart is whole', async () => {
    const file = docxOf(p(r('{#items') + r('}an item{', '<w:b/>') + r('/items} or {') + r('name', '<w:b/>') + r('}')));
    const translated = await extractAll(docxFormat, memoryFile(await shoutedFile(docxFormat, file)));
    expect(translated.map(({ parts }) => plainText(parts))).toEqual(['{#items}AN ITEM{/items} OR {name}']);
  });

  it('statements of a DOCX template stay, also where runs tear them apart, and one alone is no text', async () => {
    const file = docxOf(
      p(r("{%p if form_type == 'appeal' %}")) +
        p(r('{%p ') + r('else', '<w:b/>') + r(' %}')) +
        p(
          `${r('Dear {{ ')}${r('user', '<w:b/>')}${r('.name }}, hello {% if a %}')}${r('you', '<w:b/>')}${r('{% endif %}')}`,
        ),
    );
    expect((await extractAll(docxFormat, memoryFile(file))).map(({ parts }) => plainText(parts))).toEqual([
      'Dear {{ user.name }}, hello {% if a %}you{% endif %}',
    ]);
    const shown = (await extractAll(docxFormat, memoryFile(await shoutedFile(docxFormat, file)))).map(({ parts }) =>
      plainText(parts),
    );
    expect(shown).toEqual(['DEAR {{ user.name }}, HELLO {% if a %}YOU{% endif %}']);
  });

  it.each([
    [
      txtFormat,
      'Dear {{ name }},\n{% if a %}\nyou owe $5\n{% endif %}\n',
      'DEAR {{ name }},\n{% if a %}\nYOU OWE $5\n{% endif %}\n',
    ],
    [
      yamlFormat,
      'a: |\n  % if paid:\n  The bill is paid\n  % endif\n',
      'a: |\n  % if paid:\n  THE BILL IS PAID\n  % endif\n',
    ],
    [
      markdownFormat,
      'Dear <%= name %>, it is {{ "a*b" | f }} and :count\n',
      'DEAR <%= name %>, IT IS {{ "a*b" | f }} AND :count\n',
    ],
    [
      srtFormat,
      '1\n00:00:01,000 --> 00:00:02,000\nHello {{ name }}, :name\n',
      '1\n00:00:01,000 --> 00:00:02,000\nHELLO {{ name }}, :name\n',
    ],
  ])('a file keeps what a template reads in it (%#)', async (format, text, expected) => {
    expect(await shoutedText(format, text)).toBe(expected);
  });
});
