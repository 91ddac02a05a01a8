import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { MergeOptions } from '../format.port.js';
import { shoutedText } from '../shouted-words.fixture.js';
import { memoryFile } from '../source-file.js';
import { extractAll, inSmallReads } from '../whole-file.fixture.js';
import { htmlFormat } from './html.format.js';
import { TemplateMask } from './template-mask.js';

const page = (body: string): string => `<!DOCTYPE html><html><body>${body}</body></html>`;
const both = { includeSource: true };

const textsOf = async (body: string): Promise<string[]> =>
  (await extractAll(htmlFormat, memoryFile(Buffer.from(page(body))))).map(({ parts }) => plainText(parts));

const shouted = async (body: string, options: Partial<MergeOptions> = {}): Promise<string> => {
  const merged = await shoutedText(htmlFormat, page(body), options);
  return merged.slice(page('').indexOf('<body>') + 6, merged.indexOf('</body>'));
};

describe('templates in HTML', () => {
  it.each([
    ['<p>{% if a %}Hi there{% else %}Go on{% endif %}</p>', '<p>{% if a %}HI THERE{% else %}GO ON{% endif %}</p>'],
    ['<p>Dear <%= user.name %>, hello</p>', '<p>DEAR <%= user.name %>, HELLO</p>'],
    ['<% if (a > b && c) { %><b>hello</b><% } %>', '<% if (a > b && c) { %><b>HELLO</b><% } %>'],
    ['<p>Dear {{ "<b>" + a > "x" }} now</p>', '<p>DEAR {{ "<b>" + a > "x" }} NOW</p>'],
    ['<p><?php if ($a->b > 1): ?>hello<?php endif ?></p>', '<p><?php if ($a->b > 1): ?>HELLO<?php endif ?></p>'],
    ['<a href="<%= a > 1 %>">hello</a>', '<a href="<%= a > 1 %>">HELLO</a>'],
    ['<p {% if a > b %}class="c"{% endif %}>hello</p>', '<p {% if a > b %}class="c"{% endif %}>HELLO</p>'],
    ['<p>[% IF a %]hello[% END %]</p>', '<p>[% IF a %]HELLO[% END %]</p>'],
    ['<p>@if ($a->b && $c) hello @endif</p>', '<p>@if ($a->b && $c) HELLO @endif</p>'],
    ['<#if a><p>hello</p></#if>', '<#if a><p>HELLO</p></#if>'],
    [`<p>hello [[${'$'}{user.name}]]!</p>`, `<p>HELLO [[${'$'}{user.name}]]!</p>`],
    ['<script>var a = "{{ b }}";</script><p>hello</p>', '<script>var a = "{{ b }}";</script><p>HELLO</p>'],
    ['<script>x = {{</script><p>hello {{ b }}</p>', '<script>x = {{</script><p>HELLO {{ b }}</p>'],
    ['<p>Dear {{\n  name\n}}, hello</p>', '<p>DEAR {{\n  name\n}}, HELLO</p>'],
    ['<#-- a <b>note</b> --><p>hello</p>', '<#-- a <b>note</b> --><p>HELLO</p>'],
    [
      '{% comment %}<p>for us</p>{% endcomment %}<p>hello</p>',
      '{% comment %}<p>for us</p>{% endcomment %}<p>HELLO</p>',
    ],
    ['@using A.B\n@model C\n<p>hello</p>', '@using A.B\n@model C\n<p>HELLO</p>'],
    [
      '@if (a) {\n<p>hello</p>\n} else if (b > 1) {\n<p>you</p>\n}',
      '@if (a) {\n<p>HELLO</p>\n} else if (b > 1) {\n<p>YOU</p>\n}',
    ],
    ['<p>Dear <<First Name>>, hello</p>', '<p>DEAR <<First Name>>, HELLO</p>'],
    [
      '<button on:click={() => n += 1} title="hello">you</button>',
      '<button on:click={() => n += 1} title="HELLO">YOU</button>',
    ],
  ])('%s has its statements as they were', async (body, expected) => {
    expect(await shouted(body)).toBe(expected);
  });

  it('a statement ends a text, and a block of one alone is none', async () => {
    expect(await textsOf('<p>{% if a %}Come in{% else %}Go away{% endif %}</p><p>{% include "x y" %}</p>')).toEqual([
      'Come in',
      'Go away',
    ]);
  });

  it.each([1, 4, 70_000])('the metadata before a page keeps its lines (%i bytes)', async (bytes) => {
    const front = '---\nlayout: a b\ntitle: Hello there\n---\n';
    const file = Buffer.from(`${front}<p>go on</p>`);
    const segments = await extractAll(htmlFormat, inSmallReads(file, bytes));
    expect(segments.map(({ role, parts }) => [role, plainText(parts)])).toEqual([
      ['title', 'Hello there'],
      ['body', 'go on'],
    ]);
    const merged = await shoutedText(htmlFormat, `${front}<p>go on</p>`);
    expect(merged).toBe('---\nlayout: a b\ntitle: HELLO THERE\n---\n<p>GO ON</p>');
    expect(await shoutedText(htmlFormat, '---\n<p>go on</p>')).toBe('---\n<p>GO ON</p>');
  });

  it('a page of statements alone needs no element', async () => {
    expect(await shoutedText(htmlFormat, '{{#if a}}go on{{/if}}\n')).toBe('{{#if a}}GO ON{{/if}}\n');
  });

  it('brackets, prices and signs that no template has are words', async () => {
    expect(await shouted('<p>It is { so it is } [as is] a &lt; b, $5 to $10, 5 % of it @ home</p>')).toBe(
      '<p>IT IS { SO IT IS } [AS IS] A &lt; B, $5 TO $10, 5 % OF IT @ HOME</p>',
    );
  });

  it('an ICU message with elements in it keeps its frame', async () => {
    const message = '<p>{n, plural, =0 {no trees} other {<b>{{n}}</b> trees}}</p>';
    expect(await shouted(message)).toBe('<p>{n, plural, =0 {NO TREES} other {<b>{{n}}</b> TREES}}</p>');
  });

  it('protected words stand in the copy of the source too', async () => {
    const edge = '<p><i id="a" translate="no">Acme</i> goes to <code>us</code></p>';
    expect(await shouted(edge, both)).toBe(
      '<p><i id="a" translate="no">Acme</i> <span lang="en">goes to <code>us</code></span><br><i translate="no">Acme</i> GOES TO <code>us</code></p>',
    );
    expect(await shouted('<p>We go to <span id="a" translate="no">Acme</span> and <%= b %>.</p>', both)).toContain(
      '<span lang="en">We go to <span translate="no">Acme</span> and <%= b %>.</span>',
    );
  });

  it.each([1, 3, 7])('a block is one however a file is cut (%i bytes)', async (bytes) => {
    const body = Buffer.from(page('<p>Hello <% a > b %> and {{ "x > y" }} or {% if z %}yes, it is{% endif %}</p>'));
    expect(await extractAll(htmlFormat, inSmallReads(body, bytes))).toEqual(
      await extractAll(htmlFormat, memoryFile(body)),
    );
  });

  it('a sign that nothing closes hides nothing, and masks are as long as what they hide', () => {
    const text = `a {{ b <p> ${'x'.repeat(5000)} <% c %> d`;
    const mask = new TemplateMask();
    const masked =
      text
        .split('')
        .map((sign) => mask.push(sign))
        .join('') + mask.end();
    expect(masked).toHaveLength(text.length);
    expect(masked).toContain('{{ b <p>');
    expect(masked).not.toContain('<%');
    expect(mask.waiting).toBe(0);
  });
});
