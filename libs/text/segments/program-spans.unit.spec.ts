import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';
import { blocksIn, hasWording, isControl } from './program-spans.js';
import { protectSpans } from './protected-spans.js';

const kept = (text: string): string[] =>
  protectSpans(text).flatMap((part) => (part.kind === 'keep' ? [part.text] : []));

const dollar = '$';
const inDollar = (content: string): string => `${dollar}{${content}}`;

/** Texts by who writes them so, with what a program reads in them. */
const written: readonly [framework: string, text: string, spans: readonly string[]][] = [
  ['Laravel', 'Welcome back, :name, your bill of :amount is due', [':name', ':amount']],
  [
    'Laravel',
    '{0} There are none|[1,19] There are some|[20,*] There are :count',
    ['{0}', '[1,19]', '[20,*]', ':count'],
  ],
  ['Laravel', ':Attribute must be (:min) or more.', [':Attribute', ':min']],
  ['Symfony', ']1,Inf] There are %count% apples for %name%', [']1,Inf]', '%count%', '%name%']],
  ['i18next', 'See $t(app.title) for more', ['$t(app.title)']],
  ['i18next', 'You have $t(girls, {"count": {{girls}} }) now', ['$t(girls, {"count": {{girls}} })']],
  ['i18next', 'It costs {{price, currency(EUR)}} today', ['{{price, currency(EUR)}}']],
  ['vue-i18n', 'Please read @:app.terms before, then @.lower:app.title', ['@:app.terms', '@.lower:app.title']],
  ['vue-i18n', "Open @:(app.terms) and write to me{'@'}example", ['@:(app.terms)', "{'@'}"]],
  ['Chrome', 'You have $COUNT$ open tabs in $PLACE$', ['$COUNT$', '$PLACE$']],
  ['C', 'You sent %ld letters and %lu stamps, %zd of %.1lf are done', ['%ld', '%lu', '%zd', '%.1lf']],
  ['Objective-C', '%1$lld of %2$lld, %@ and %1$@ of %#@files@', ['%1$lld', '%2$lld', '%@', '%1$@', '%#@files@']],
  ['Python', '%(name)s of {user.name!r:>10}, {:.2f} and {}', ['%(name)s', '{user.name!r:>10}', '{:.2f}', '{}']],
  ['Python', 'The value %(value)r is not %(x)5.2f', ['%(value)r', '%(x)5.2f']],
  ['gettext', 'Total %<PRIu32> of %5<PRIuMAX> files', ['%<PRIu32>', '%5<PRIuMAX>']],
  ['Ruby', 'Total of %<amount>s for %{name} and #{user.name} today', ['%<amount>s', '%{name}', '#{user.name}']],
  ['strftime', 'On %b %-d, %Y at %H:%M, or %Y-%m-%d', ['%b', '%-d', '%Y', '%H:%M', '%Y-%m-%d']],
  ['.NET', 'From {0:#,##0.00} to {1,-10:N2}', ['{0:#,##0.00}', '{1,-10:N2}']],
  ['ICU', 'Hello { name }, on {when, date, ::yyyyMMdd}', ['{ name }', '{when, date, ::yyyyMMdd}']],
  ['ICU', 'It costs { price , number , ::currency/EUR } today', ['{ price , number , ::currency/EUR }']],
  ['Smarty', 'Dear {$customer->name|escape:"html"}, thanks', ['{$customer->name|escape:"html"}']],
  ['Smarty', '{if $paid eq 1}The bill is paid{/if}', ['{if $paid eq 1}', '{/if}']],
  ['Drupal', 'Dear @name, you have !count letters of %user', ['@name', '!count', '%user']],
  ['PHP', 'Hello $name, you have $n letters of $user->name', ['$name', '$n', '$user->name']],
  ['PHP', 'Dear <?= $user->name ?>, <?php if ($a > 1): ?>hello', ['<?= $user->name ?>', '<?php if ($a > 1): ?>']],
  ['XML', 'It begins with <?xml version="1.0" encoding="UTF-8"?>, always', ['<?xml version="1.0" encoding="UTF-8"?>']],
  ['Mailchimp', 'Dear *|FNAME|*, thank you', ['*|FNAME|*']],
  [
    'mailings',
    'Dear %FIRSTNAME% and __NAME__, %%Last%%, ##CITY##',
    ['%FIRSTNAME%', '__NAME__', '%%Last%%', '##CITY##'],
  ],
  [
    'Jinja',
    '{% if user %}Hello {{ user.name|e }}{%- else -%}bye',
    ['{% if user %}', '{{ user.name|e }}', '{%- else -%}'],
  ],
  ['Jinja', 'Say {{ "}} %} now" }} {# a note for us #} here', ['{{ "}} %} now" }}', '{# a note for us #}']],
  ['docxtpl', "{%p if form == 'appeal' %}text{%tr endfor %}", ["{%p if form == 'appeal' %}", '{%tr endfor %}']],
  ['Liquid', 'By {{- page.author | default: "no one" -}} now', ['{{- page.author | default: "no one" -}}']],
  ['Handlebars', '{{#each items}}The {{{name}}} costs{{/each}}', ['{{#each items}}', '{{{name}}}', '{{/each}}']],
  ['Handlebars', "Read {{> card}} {{!-- don't --}}{{else}} now", ['{{> card}}', "{{!-- don't --}}", '{{else}}']],
  ['ERB', 'Dear <%= user.first_name %>, <%- x -%> now', ['<%= user.first_name %>', '<%- x -%>']],
  ['Template Toolkit', '[% IF paid %]The bill is paid[% END %]', ['[% IF paid %]', '[% END %]']],
  [
    'Thymeleaf',
    `Hello [[${inDollar('user.name')}]] and @{/orders(id=3)} of *{name}`,
    [`[[${inDollar('user.name')}]]`, '@{/orders(id=3)}', '*{name}'],
  ],
  ['Mako', `Dear ${inDollar(' f(x, y="z") ')}, hello`, [inDollar(' f(x, y="z") ')]],
  ['Mako', '% if paid:\nThe bill is paid\n  % endif', ['% if paid:', '  % endif']],
  [
    'Razor',
    'Dear @Model.Name, @Html.Raw("a b") is @(Model.Count + 1)',
    ['@Model.Name', '@Html.Raw("a b")', '@(Model.Count + 1)'],
  ],
  ['Blade', '@if (paid($a)) The bill is paid @endif {!! $x !!}', ['@if (paid($a))', '@endif', '{!! $x !!}']],
  [
    'Liquid',
    'a {% comment %} words {% if b %} {% endcomment %} b',
    ['{% comment %} words {% if b %} {% endcomment %}'],
  ],
  [
    'Shopify',
    '{% schema %}{ "name": "Slide" }{% endschema %}Hello',
    ['{% schema %}{ "name": "Slide" }{% endschema %}'],
  ],
  [
    'Hugo',
    '{{< highlight go >}}x := "a b"{{< /highlight >}} Hello',
    ['{{< highlight go >}}x := "a b"{{< /highlight >}}'],
  ],
  ['Mako', '<%doc>for us alone</%doc> Hello', ['<%doc>for us alone</%doc>']],
  ['Blade', '@php\n echo "a b";\n@endphp Hello @session("x") there', ['@php\n echo "a b";\n@endphp', '@session("x")']],
  ['FreeMarker', '<#-- a <b> note --> Hello [#if x > 1]you[/#if]', ['<#-- a <b> note -->', '[#if x > 1]', '[/#if]']],
  ['Thymeleaf', '[# th:if="a b"]Hello you[/]', ['[# th:if="a b"]', '[/]']],
  [
    'Razor',
    '@* a note *@ Hello @Model.Items[0].Name of @L["a b"]',
    ['@* a note *@', '@Model.Items[0].Name', '@L["a b"]'],
  ],
  ['Razor', '@{\n var a = "b c";\n}\n@using System.Linq\nHello', ['@{\n var a = "b c";\n}', '@using System.Linq']],
  ['Razor', '@section Scripts {\n} else if (a > 1) {Hello', ['@section Scripts {', '} else if (a > 1) {']],
  ['Razor', 'See @await Html.PartialAsync("_a b") now', ['@await Html.PartialAsync("_a b")']],
  [
    'Angular',
    '@let total = price * 2; Hello } @else if (x > 3) { you',
    ['@let total = price * 2;', '} @else if (x > 3) {'],
  ],
  ['Razor', 'Hello\n  }\nyou', ['  }']],
  ['Angular', '@defer (on idle; prefetch) Hello', ['@defer (on idle; prefetch)']],
  ['Velocity', '#* a note *# Hello $item.getName("a b").trim() now', ['#* a note *#', '$item.getName("a b").trim()']],
  [
    'Smarty',
    "{* a note *} {include file='a b'} Hello {l s='x'}",
    ['{* a note *}', "{include file='a b'}", "{l s='x'}"],
  ],
  [
    'Svelte',
    "{#snippet fig(image)}Item {i + 1} has {n === 1 ? 'one' : 'two'}",
    ['{#snippet fig(image)}', '{i + 1}', "{n === 1 ? 'one' : 'two'}"],
  ],
  ['Salesforce', 'Dear {!Contact.Name}, hello', ['{!Contact.Name}']],
  ['AMPscript', '%%[ SET @a = "b c" ]%% Hello', ['%%[ SET @a = "b c" ]%%']],
  [
    'mailings',
    'Dear <<First Name>>, {FNAME|friend} and [fname,fallback=friend]',
    ['<<First Name>>', '{FNAME|friend}', '[fname,fallback=friend]'],
  ],
  ['Laravel', 'Order #:number of $:amount by :user,:team', [':number', ':amount', ':user', ':team']],
  ['i18next of old', 'Hello __name__ and __count__, __very__ well', ['__name__', '__count__']],
  ['Go', 'Got %v, %+v, %#v and %q', ['%v', '%+v', '%#v', '%q']],
  ['Delphi', 'Copied %0:s to %1:.2f', ['%0:s', '%1:.2f']],
  ['Serilog', 'Total {name,-20} of {total,8:C2}', ['{name,-20}', '{total,8:C2}']],
  ['Fluent', 'Open { -brand-name } of { $user }', ['{ -brand-name }', '{ $user }']],
  ['Latte', `{_'a b'} and {=$x|upper} {_}so{/_}`, [`{_'a b'}`, '{=$x|upper}', '{_}', '{/_}']],
  ['Salesforce', 'Dear %%First Name%%, hello', ['%%First Name%%']],
  ['Mailchimp', '*|IF:VIP|*hello*|ELSE:|*go*|END:IF|*', ['*|IF:VIP|*', '*|ELSE:|*', '*|END:IF|*']],
  ['WordPress', '[gallery ids="1,2" size="a b"] and [/caption]', ['[gallery ids="1,2" size="a b"]', '[/caption]']],
  [
    'BBCode',
    '[b]so[/b] it is [url=http://a.b]here[/url] and so[/caption]',
    ['[b]', '[/b]', '[url=http://a.b]', '[/url]', '[/caption]'],
  ],
  ['MODX', 'See [[!Snippet? &tpl=`a b`]] now', ['[[!Snippet? &tpl=`a b`]]']],
  ['JSX', 'Hello {/* a note */} there', ['{/* a note */}']],
  [
    'Aspose',
    'To <<[person.Name]>>, <<foreach [in xs]>>each<</foreach>>',
    ['<<[person.Name]>>', '<<foreach [in xs]>>', '<</foreach>>'],
  ],
  ['docx-templates', '+++FOR a IN xs+++ one +++END-FOR a+++', ['+++FOR a IN xs+++', '+++END-FOR a+++']],
  ['docx-templates', '+++= a.b+++ of +++INS c+++ or +++c.d+++', ['+++= a.b+++', '+++INS c+++', '+++c.d+++']],
  ['Mako', '## a note\n% if a:\n## for us\nhello\n% endif', ['## a note', '% if a:', '## for us', '% endif']],
  ['Razor', '@if (a) {\n  @:Hello there you\n}', ['@if (a)', '@:', '}']],
  ['vue-i18n', 'See\n@:app.title is here\n@:hello you', ['@:app.title', '@:hello']],
  ['Java', 'On %tB and %1$tY-%1$tm', ['%tB', '%1$tY', '%1$tm']],
  ['FreeMarker', '<#if paid == 1>The bill is paid</#if>', ['<#if paid == 1>', '</#if>']],
  ['Velocity', '#if($paid)The bill of $!{user.name} is paid#end', ['#if($paid)', '$!{user.name}', '#end']],
  ['Svelte', '{#if user.loggedIn}Hello {name}{:else}bye{/if}', ['{#if user.loggedIn}', '{name}', '{:else}', '{/if}']],
  ['Android', 'See @string/app_name for more', ['@string/app_name']],
  ['an address', 'See https://a.org/{{ user.id }}/x?y={z} now', ['https://a.org/{{ user.id }}/x?y={z}']],
  ['printf', 'It is 100%% sure', ['100%%']],
];

describe('what programs read in a text', () => {
  it.each(written)('%s: %j', (_framework, text, spans) => {
    expect(kept(text)).toEqual(spans);
  });

  it.each([
    'Note: this is late, name: unknown',
    'A ratio of two:three, see also page:four',
    'Come back (see the note) or [see the note].',
    'Read { see the note } and {see the note}.',
    'Half of it, at 5 % of users and 50 %sure',
    'Is it late? Yes! No! ¡Hola! Wow!',
    'Write to me @ home',
    'One | two | three',
    '[[see the note below]] and ((so))',
    '“[i]t is so”, he wrote [b] that [s]he has x[i]',
    'He and[/or] she, a student[/trainee], [list=of things]',
    '+++Breaking news+++ the train has left +++ +++Update+++',
    'Is a < b and b > c? <see> the << note >>',
    'The A$AP song and US$ are here',
    'What is 5 # 6 and # 7?',
    'Save 20 %; and then % of it',
    'It is so * good * and ** late',
    '“Hello”: it said; (time: late)',
    'He asked why ! and then left',
    'Tom & Jerry; salt & pepper',
    'x_ and _y, a __ b',
    '50% off today',
    'Let x be the price; then y = 2 and so on',
    'He said {hello|goodbye} and [it is so] to me',
    'It is [so] / [not so], and # 1 * 2 #',
    'Percent (%) and dollars ($) and at (@)',
    'a = b; c = [d, e]',
    'See [the annex], [so x = y] of it',
    '## A heading\nand a text',
    'It is +++ and C+++ or D++',
    'It is << as said >> and << so',
    'He has __very__ much',
    'Is it {as said, so}? Or {a, b}',
  ])('in %j there is nothing but words, numbers and signs', (text) => {
    for (const span of kept(text)) expect(span).toMatch(/^\d/);
  });

  it.each([
    ['It costs $5 to $10, or US$ 12.50', ['$5', '$10', '12.50']],
    ['At 10:30, 12:45:10 and 8:05 pm', ['10:30', '12:45:10', '8:05']],
    ['5% off, 12.5 % more, 100% sure', ['5%', '12.5 %', '100%']],
    ['Between 3:1 and 4:1', ['3:1', '4:1']],
  ])('prices, times and shares are numbers as they were: %j', (text, spans) => {
    expect(kept(text)).toEqual(spans);
  });

  it.each([
    '{% if x %}',
    '{%p endfor %}',
    '{%tr for x in y %}',
    '{{#if x}}',
    '{{/if}}',
    '{{else}}',
    '{{ end }}',
    '<% if (x) { %>',
    '<%- end -%>',
    '<?php endif; ?>',
    '<? } ?>',
    '[% END %]',
    '</#list>',
    '@foreach ($a as $b)',
    '@endif',
    '#end',
    '{/if}',
    '{#users}',
    '{if $x}',
    '% endif',
    '{% comment %}a b{% endcomment %}',
    '<#-- a b -->',
    '@* a b *@',
    '@using System.Linq',
    '} @else {',
    '@let a = b;',
    ' }',
    '*|IF:VIP|*',
    '<<foreach [in xs]>>',
    '+++FOR a IN xs+++',
    '## a note',
    '@:',
  ])('%s parts what stands around it', (span) => {
    expect(isControl(span)).toBe(true);
  });

  it.each([
    '{{ x }}',
    '{% trans "Goodbye" %}',
    '{% url "x" %}',
    '<%= x %>',
    '<%- x %>',
    '<?= $x ?>',
    '[% user.name %]',
    '@Model.Name',
    '@L["a b"]',
    '{a ? b : c}',
    '@lang("x")',
    '{name}',
    '{else_name}',
    '%s',
    '{{> card}}',
    ':name',
    '*|FNAME|*',
    '<<[person.Name]>>',
    '+++INS name+++',
    '##NAME##',
    '@:app.title',
  ])('%s stands within a sentence', (span) => {
    expect(isControl(span)).toBe(false);
  });

  it.each([
    ['{%p if form_type == "appeal" %}', false],
    ['{{ name }}, :name!', false],
    ['+++END-FOR a+++', false],
    ['Dear {{ name }}', true],
    ['12 %', false],
    ['See (note)', true],
  ])('%j has words of its own: %s', (text, expected) => {
    expect(hasWording(text)).toBe(expected);
  });

  it('blocks are found whole and in order, and no text loses anything', () => {
    expect(blocksIn('a {{ b }} <% c > d %> e').map(({ start, end }) => [start, end])).toEqual([
      [2, 9],
      [10, 21],
    ]);
    const signs = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '<%',
      '%>',
      '[%',
      '%]',
      '"',
      "'",
      'a',
      ' ',
      '\n',
      '@if',
      '(',
      ')',
      '$',
      ':',
      '{',
      '}',
    );
    fc.assert(fc.property(fc.array(signs), (pieces) => plainText(protectSpans(pieces.join(''))) === pieces.join('')));
  });

  it.each([
    ['<#-- a ', '-->'],
    ['[#-- a ', '--]'],
    ['%%[ a ', ']%%'],
    ['{{!-- a ', '--}}'],
    ['<?php a ', '?>'],
    ['<?= a ', '?>'],
  ])('a block of %j goes past two more of them and no further, however many stand before', (opening, closing) => {
    const spans = blocksIn(`${opening.repeat(100)}${closing}`);
    expect(spans).toEqual([{ start: 97 * opening.length, end: 100 * opening.length + closing.length }]);
  });

  it.each([
    '{{',
    '{{ "',
    '{% ',
    '<%',
    '<?a ',
    '[% ',
    '@if(',
    `${dollar}{`,
    '{a ',
    ':a',
    '$a',
    '%(a',
    '% if\n',
    '<#a ',
    '#if(',
    '{% comment %}',
    '@{',
    '@a[',
    '{a=',
    '[#if ',
    'var a=',
    '} else ',
    '<#--',
    '$a.b(',
    '[a b="',
    '[url=',
    '+++a',
    '<<a [',
    '## ',
    '\n@:a',
    '%%a ',
    '{_"',
  ])(
    '10,000 code points of %j are searched in proportion to their length',
    (piece) => {
      const text = piece.repeat(10_000 / piece.length);
      expect(plainText(protectSpans(text))).toBe(text);
    },
    4_000,
  );
});
