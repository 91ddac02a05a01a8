import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject, requireServers } from '#test/servers/installed.js';
import { arbFormat } from './arb/arb.format.js';
import { htmlFormat } from './html/html.format.js';
import { jsonFormat } from './json/json.format.js';
import { xmlFormat } from './plain-xml/xml.format.js';
import { poFormat } from './po/po.format.js';
import { propertiesFormat } from './properties/properties.format.js';
import { shoutedFile, shoutedText } from './shouted-words.fixture.js';

requireServers(['message-tools']);
const load = createRequire(join(inProject('message-tools-2'), 'package.json'));

/** The messages of a file of JSON with their words in capitals. */
const translated = async (messages: Record<string, string>): Promise<Record<string, string>> =>
  JSON.parse(await shoutedText(jsonFormat, JSON.stringify(messages)));

const { parse: parseIcu }: { parse(message: string): unknown } = load('@formatjs/icu-messageformat-parser');
/** The syntax tree that FormatJS reads of a message, without its words. */
const shape = (message: string): string =>
  JSON.stringify(parseIcu(message), (key, value) =>
    key === 'location' || (key === 'value' && typeof value === 'string' && /\s/.test(value)) ? undefined : value,
  );

const sampleOf = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url));

const page = async (body: string): Promise<string> => {
  const whole = await shoutedText(htmlFormat, `<html><body>${body}</body></html>`);
  return whole.slice('<html><body>'.length, -'</body></html>'.length);
};

describe('what parsers of frameworks read of a translation', () => {
  it('FormatJS reads the messages of ICU, in JSON and in XLIFF with elements in them', async () => {
    const messages = {
      plural: 'You have {n, plural, offset:1 =0 {no letters} one {one letter} other {# letters and <b>more</b>}} today',
      nested: '{who, select, female {{n, plural, one {her one tree} other {her # trees}}} other {their trees here}}',
      ordinal: 'It is the {n, selectordinal, one {#st day} two {#nd day} other {#th day}} of { month }',
      spaced: 'It costs { price , number , ::currency/EUR } on {when, date, ::yyyyMMdd} at 10:30',
    };
    const result = await translated(messages);
    for (const [key, source] of Object.entries(messages)) {
      expect(shape(result[key] ?? '').toUpperCase()).toBe(shape(source).toUpperCase());
      expect(result[key]).not.toBe(source);
    }
    const icu = '{VAR, plural, =0 {no trees} =1 {one tree} other {<x id="I" equiv-text="{{n}}"/> trees}}';
    const file = await shoutedText(
      xmlFormat,
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"><body><trans-unit id="1"><source>${icu}</source></trans-unit></body></file></xliff>`,
    );
    const target = /<target[^>]*>(.*)<\/target>/s.exec(file)?.[1]?.replace(/<x [^>]*>/g, '#') ?? '';
    expect(parseIcu(target)).toMatchObject([{ options: { '=0': {}, '=1': {}, other: {} } }]);
  });

  it('vue-i18n reads linked messages, literals and choices', async () => {
    const { baseCompile } = load('@intlify/message-compiler');
    const errors: string[] = [];
    const astOf = (message: string): string => {
      const { ast } = baseCompile(message, { onError: ({ message: text }: { message: string }) => errors.push(text) });
      return JSON.stringify(ast, (key, value) =>
        /^(?:loc|start|end|s|source)$/.test(key) || (key === 'value' && /\s/.test(String(value))) ? undefined : value,
      );
    };
    const messages = {
      linked: 'Please read @:app.terms before, and @.lower:app.title or @:(app.other) now',
      choices: 'there are no apples | there is one apple | there are {count} apples',
      literal: "Write to me{'@'}example of {name} and {0} today",
    };
    const result = await translated(messages);
    for (const [key, source] of Object.entries(messages)) {
      expect(astOf(result[key] ?? '')).toBe(astOf(source));
      expect(result[key]).not.toMatch(/\b(?:there|read|write|example)\b/);
    }
    expect(errors).toEqual([]);
  });

  it('i18next fills in and nests what it reads', async () => {
    const i18next = load('i18next');
    const messages = {
      title: 'the shop',
      nested: 'See $t(title) for {{count, number}} more of {{- user.name}}',
      argument: 'It is $t(welcome, {"who": "Ann"}) here',
      welcome: 'welcome to {{who}}',
    };
    const instance = i18next.createInstance();
    await instance.init({
      lng: 'es',
      showSupportNotice: false,
      resources: { es: { translation: await translated(messages) } },
    });
    expect(instance.t('nested', { count: 5, user: { name: 'Bo' } })).toBe('SEE THE SHOP FOR 5 MORE OF Bo');
    expect(instance.t('argument')).toBe('IT IS WELCOME TO Ann HERE');
  });

  it('a template of Jinja runs, in HTML and in JSON', async () => {
    const nunjucks = load('nunjucks');
    const source =
      '<p>{% if user.age > 5 and "<" in user.sign %}Hello {{ user.name | upper }}{% else %}go away{% endif %}</p>{# a note #}{% for x in xs %}<b>item {{ x }}</b>{% endfor %}';
    const user = { age: 9, sign: '<', name: 'bo' };
    expect(nunjucks.renderString(await page(source), { user, xs: [1, 2] })).toBe(
      '<p>HELLO BO</p><b>ITEM 1</b><b>ITEM 2</b>',
    );
    const { text = '' } = await translated({
      text: 'Dear {% if a %}you {{ a.b }}{% else %}all of us{% endif %}, hello',
    });
    expect(nunjucks.renderString(text, { a: { b: 7 } })).toBe('DEAR YOU 7, HELLO');
  });

  it('a template of Handlebars runs, in HTML and in JSON', async () => {
    const handlebars = load('handlebars');
    const source =
      '<p>{{#if paid}}paid by {{{name}}}{{else}}not paid{{/if}}{{!-- a > b --}}</p>{{#each xs}}<i title="see {{this}}">item {{this}}</i>{{/each}}';
    expect(handlebars.compile(await page(source))({ paid: true, name: 'bo', xs: [1] })).toBe(
      '<p>PAID BY bo</p><i title="SEE 1">ITEM 1</i>',
    );
    const { text = '' } = await translated({
      text: 'You have {{#unless n}}no letters{{else}}{{n}} letters{{/unless}} here',
    });
    expect(handlebars.compile(text)({ n: 3 })).toBe('YOU HAVE 3 LETTERS HERE');
  });

  it('FormatJS reads the messages of a resource bundle, with the arguments that they had', async () => {
    const sample = sampleOf('arb/samples/app_en.arb');
    const result = JSON.parse((await shoutedFile(arbFormat, sample)).toString());
    for (const [key, source] of Object.entries<string>(JSON.parse(sample.toString()))) {
      if (!key.startsWith('@')) expect(shape(result[key]).toUpperCase()).toBe(shape(source).toUpperCase());
    }
  });

  it('gettext-parser reads a filled template, with all its messages in the forms of the target', async () => {
    const { po } = load('gettext-parser');
    const read = (bytes: Buffer) => {
      const { headers, translations } = po.parse(bytes);
      return {
        headers,
        messages: Object.values<Record<string, { msgstr: string[] }>>(translations).flatMap(Object.entries),
      };
    };
    const sample = sampleOf('po/samples/harbour.pot');
    const { headers, messages } = read(await shoutedFile(poFormat, sample, { targetLanguage: 'ru' }));
    expect(messages.map(([id]) => id)).toEqual(read(sample).messages.map(([id]) => id));
    expect(headers).toMatchObject({ Language: 'ru', 'Content-Type': 'text/plain; charset=UTF-8' });
    const forms = new Map(messages.map(([id, { msgstr }]) => [id, msgstr]));
    expect(forms.get('%d ship')).toEqual(['%d SHIP', '%d SHIPS', '%d SHIPS']);
    expect([...forms.values()].flat().filter((text) => text === '')).toEqual([]);
  });

  it('dot-properties reads translated properties under the same keys', async () => {
    const { parse }: { parse(text: string): Record<string, string> } = load('dot-properties');
    const sample = sampleOf('properties/samples/messages.properties');
    const before = parse(sample.toString());
    const after = parse((await shoutedFile(propertiesFormat, sample)).toString());
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after.greeting).toBe("GOOD MORNING, {0}. IT''S A FINE DAY");
    expect(after['list.long']).toBe(before['list.long']?.toUpperCase());
    expect(after.paragraphs).toBe(before.paragraphs?.toUpperCase());
    expect(after.path).toBe(before.path);
  });
});
