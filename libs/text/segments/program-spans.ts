/**
 * Placeholders and statements of programs, by how each framework writes them: the one list for texts and for documents. Every
 * repetition is bounded, and what stands between two signs ends where the first of them stands again.
 */

/** Everything between two signs: first with quotations, in which the closing sign ends nothing, then without. */
const between = (open: string, close: string, most = 1_000): string => {
  const other = `(?!${close}|${open})`;
  return (
    `${open}(?:"[^"\\n]{0,300}"|'[^'\\n]{0,300}'|${other}[^"']){0,${most}}${close}` +
    `|${open}(?:${other}[^]){0,${most}}${close}`
  );
};

/**
 * Everything between two signs, of which the first may stand in it twice more: a search from one of many that have no end goes
 * past two others, and not to the most that may stand between. `again` is the first sign as it stands in what is between.
 */
const upTo = (open: string, close: string, most: number, { again = open, least = 0 } = {}): string => {
  const other = `(?:(?!${close}|${again})[^])`;
  return `${open}${other}{${least},${most}}${close}|${open}${other}{0,1000}(?:${again}${other}{0,400}){1,2}${close}`;
};

const inBraces = String.raw`(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^{}"'\n]|\{[^{}\n]{0,200}\}){1,400}`;
const inParentheses = String.raw`\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,100}\)){0,200}\)){0,300}\)`;
/** Code of a program in braces, over lines. */
const codeInBraces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,300}\}){0,300}\}){0,600}\}`;
/** Parts that a call or an index of Razor and Velocity goes on with: `.Name`, `["a b"]`, `(x)`. */
const access = String.raw`(?:\??\.[a-zA-Z_]\w{0,60}|\[[^\]\n]{1,60}\]|${inParentheses})`;

/** Statements of Jinja, Liquid and their like of which the content is for programs or for nobody. */
const rawWords = 'comment|schema|javascript|stylesheet|style|highlight|doc';
/** From the beginning of such a statement to its end, which no other one may begin before. */
const rawContent = (open: string, words: string, close: string): string =>
  String.raw`${open}\s{0,9}(?:${words})\b(?:(?!${close})[^]){0,300}${close}` +
  String.raw`(?:(?!${open}\s{0,9}(?:end|\/\s{0,9})?(?:${words})\b)[^]){0,20000}` +
  String.raw`${open}\s{0,9}(?:end|\/\s{0,9})(?:${words})\b\s{0,9}[-+~]?${close}`;

/** Directives of Blade and Razor that have what is in parentheses behind a space, too. */
const directives =
  'if|elseif|else|endif|unless|endunless|isset|endisset|empty|endempty|auth|endauth|guest|endguest|can|cannot|endcan|endcannot|' +
  'foreach|endforeach|forelse|endforelse|for|endfor|while|endwhile|switch|case|break|default|endswitch|section|endsection|yield|show|' +
  'include|extends|component|endcomponent|slot|endslot|push|endpush|stack|once|endonce|php|endphp|verbatim|endverbatim|env|endenv|' +
  'production|endproduction|csrf|method|error|enderror|continue|class|checked|selected|disabled|props|inject|lang|choice|session|endsession|' +
  'elsecan|elsecannot|hasSection|sectionMissing|pushOnce|endPushOnce|prepend|endprepend|fragment|endfragment|defer|placeholder|loading';
const makoWords =
  'if|elif|else|endif|for|endfor|while|endwhile|try|except|finally|endtry|with|endwith|continue|break|pass';

const makoLine = String.raw`(?<![^\n])[ \t]{0,40}%[ \t]{0,8}(?:${makoWords})\b[^\n]{0,500}`;

/** Commands of docx-templates; `+++Breaking news+++` is a text. */
const docxCommands = 'FOR|END-FOR|IF|END-IF|INS|EXEC|QUERY|ALIAS|IMAGE|LINK|HTML|CMD_NODE';

/** Letters of BBCode where their ends follow: `[i]t is`, as quotations have it, is a text. */
const bbPairs = ['b', 'i', 'u', 's']
  .map((name) => String.raw`\[${name}\](?=(?:(?!\[${name}\])[^]){1,1000}\[\/${name}\])`)
  .join('|');

/** Elements of HTML that stand behind a sign of percent: `in % <b>a</b>`, which is no `%<b>a` of Ruby. */
const elements = ['br>']
  .concat(
    'a b i p q s u code em span strong sub sup'.split(' ').map((name) => String.raw`${name}>[^<>]{0,200}<\/${name}>`),
  )
  .join('|');

/** Sources of regular expressions, with the flag `u`, of what a template engine reads from one sign to another. */
export const blockSpans: readonly string[] = [
  // {% comment %} … {% endcomment %}, {{< highlight go >}} … {{< /highlight >}}, <%doc> … </%doc>, @php … @endphp: nothing in them is a text
  rawContent(String.raw`\{%[-+~]?`, rawWords, String.raw`%\}`),
  rawContent(String.raw`\{\{[<%]`, 'highlight|comment', String.raw`[>%]\}\}`),
  String.raw`<%doc>(?:(?!<%doc>|<\/%doc>)[^]){0,5000}<\/%doc>`,
  String.raw`(?=@)(?<![\p{L}\p{N}@._-])@php(?![\p{L}\p{N}_(])(?:(?!@php|@endphp)[^]){0,5000}@endphp(?!\w)`,
  // {{{x}}}, {{ x | f("y") }}, {{#each x}}, {{!-- x --}}; Jinja, Twig, Liquid, Handlebars, Vue, Angular, Go
  String.raw`\{\{\{[^{}]{1,400}\}\}\}`,
  upTo(String.raw`\{\{!--`, String.raw`--\}\}`, 1_000),
  between(String.raw`\{\{(?!\s{0,9}(?:PLURAL|plural|GENDER|gender)\s{0,9}:)`, String.raw`\}\}`),
  // {% if x %}, {%- x -%}, {%p if x %}; {# x #}; {!! x !!}
  between(String.raw`\{%`, String.raw`%\}`),
  String.raw`\{#(?=[\s-])(?:(?!#\}|\{#)[^]){1,1000}#\}|\{#[^{}#]{1,1000}#\}`,
  between(String.raw`\{!!`, String.raw`!!\}`),
  // <% x %>, <%= x %>; ERB, EJS, ASP, JSP, Mako; <?php x ?>, <?= x ?>, <?xml x ?>
  between('<%', '%>', 2_000),
  String.raw`<\/?%(?:def|block|call|doc|text|namespace|page|include|inherit|self|local|next|parent)\b[^<>]{0,300}>`,
  upTo(String.raw`<\?(?:[a-zA-Z]{1,10}\b|=)`, String.raw`\?>`, 2_000, { again: String.raw`<\?` }),
  // [% IF x %] of Template Toolkit; [[${x}]], [(#{x})] of Thymeleaf; [[x]], [[+x]] of MODX
  between(String.raw`\[%`, String.raw`%\]`),
  String.raw`\[\[[$#*@~]\{[^\n]{1,300}?\}\]\]|\[\([$#*@~]\{[^\n]{1,300}?\}\)\]`,
  String.raw`\[\[[!+*$~%]{0,2}[\p{L}_][\p{L}\p{N}_.:-]{0,80}(?:\s{0,9}\?[^[\]]{0,300})?\]\]`,
  // <<[x]>>, <<foreach [x]>>, <</if>> of Aspose
  String.raw`<<(?:[a-zA-Z]{2,20}\s{1,9})?\[[^[\]\n]{1,200}\][^<>\n]{0,80}>>|<<\/?[a-zA-Z]{2,20}>>`,
  // +++FOR x IN y+++ of docx-templates
  String.raw`\+\+\+-?[ ]?(?:(?:${docxCommands})\b[^+\n]{0,300}|[=!*$][^+\n]{1,300}|[a-z_][\w.$[\]()]{0,80}[ ]?)\+\+\+`,
  // <#-- x -->, <#if x>, </#if>, <@x/>, [#if x], [/#if], [@x/] of FreeMarker
  upTo('<#--', '-->', 2_000),
  String.raw`\[(?:#(?:if|else|elseif|list|items|sep|switch|case|default|break|macro|assign|local|global|include|import|ftl|nested|return)\b|\/[#@]|@[a-zA-Z])(?:[^[\]"'\n]|"[^"\n]{0,200}"|'[^'\n]{0,200}'){0,300}\]`,
  upTo(String.raw`\[#--`, String.raw`--\]`, 2_000),
  // [# th:if="x"] of Thymeleaf, with [/]
  String.raw`\[#\s{1,9}th:[^\]\n]{1,300}\]|\[\/\]`,
  // @* x *@ of Razor, {* x *} of Smarty and Latte, {/* x */} of JSX, #* x *# of Velocity
  String.raw`@\*(?:(?!\*@|@\*)[^]){0,2000}\*@|\{\/?\*(?:(?!\*\/?\}|\{\/?\*)[^]){1,2000}\*\/?\}|(?=#)(?<![\p{L}\p{N}#&])#\*(?:(?!\*#|#\*)[^]){0,2000}\*#`,
  String.raw`<\/?[#@][a-zA-Z][\w.]{0,40}(?:[^<>"']|"[^"\n]{0,200}"|'[^'\n]{0,200}'){0,300}>`,
  // ${ f(x, y="z") }, #{x}, @{/x}, *{x}, $!{x}
  String.raw`[$#@*~]!?\{${inBraces}\}`,
  // @{ code } of Razor over lines
  String.raw`(?=@)(?<![\p{L}\p{N}@._-])@(?:code|functions)?[ \t]{0,4}${codeInBraces}`,
  // %%x%%, %%=v(@x)=%%, %%[ x ]%% of mailings; *|X|*; <<First name>>
  upTo(String.raw`%%\[`, String.raw`\]%%`, 1_000, { least: 1 }),
  String.raw`<<[\p{L}\p{N}_.-]{1,40}(?: [\p{L}\p{N}_.-]{1,40}){0,3}>>|` +
    String.raw`%%=(?:(?!=%%)[^\n]){1,200}=%%|(?<!\p{N})%%[\p{L}_][\p{L}\p{N}_.:@-]{0,60}(?: [\p{L}\p{N}_.-]{1,40}){0,3}%%|\*\|[^|\n*]{1,80}\|\*`,
  // [gallery ids="1,2"], [/caption] of WordPress; [b], [url=…], [/url] of BBCode
  String.raw`${bbPairs}|\[\/?(?:url|img|quote|code|spoiler)\]|\[(?:url|img|quote|size|color|font|email|list)=(?:"[^"\n]{0,300}"|[^\]\s]{1,300})\]|` +
    // behind a letter those that are usual alone: and[/or] is a text
    String.raw`\[\/(?:[bius]|size|color|font|email|list|caption|gallery|button|tabs?|columns?|row|section)\]|(?<![\p{L}\p{N}])\[\/[a-z][\w-]{0,40}\]`,
  String.raw`\[[a-z][\w-]{1,40}(?:\s{1,9}[a-z][\w-]{0,40}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')){1,20}\s{0,9}\/?\]`,
  // @model X, @using X.Y of Razor, on a line of its own
  String.raw`(?=[ \t@])(?<![^\n])[ \t]{0,40}@(?:model|using|inject|inherits|page|namespace|(?:add|remove)TagHelper|implements|layout|typeparam|attribute|rendermode)[ \t]{1,4}["*[A-Z][^<\n]{0,300}`,
  // a line with nothing but a brace, of Razor, Angular and JSX
  String.raw`(?=[ \t{}])(?<![^\n])[ \t]{0,40}[{}][ \t]{0,20}(?![^\n])`,
  // @section Scripts { of Razor
  String.raw`(?=@)(?<![\p{L}\p{N}@._-])@section[ \t]{1,9}\w{1,60}\s{0,40}\{`,
  // } else if (x) {, } @else {, @else if (x) of Razor and Angular
  String.raw`\}\s{0,40}@?else(?:\s{1,9}if\s{0,9}${inParentheses})?\s{0,40}\{|(?=@)(?<![\p{L}\p{N}@._-])@else[ \t]{1,4}if[ \t]{0,4}${inParentheses}`,
  // @let x = 1; of Angular, var x = 1; of a block of Razor
  String.raw`(?=@)(?<![\p{L}\p{N}@._-])@let\s{1,9}\w{1,60}\s{0,9}=[^;\n]{1,300};|(?=[vlc])(?<![^\s{;])(?:var|let|const)\s{1,9}\w{1,60}\s{0,9}=(?!=)[^;<>\n]{1,300};`,
  // @if (x), @foreach($a as $b), @Html.Raw(x), @(x) of Blade and Razor
  String.raw`(?=@)(?<![\p{L}\p{N}@._-])@(?:(?:${directives})(?:[ \t]?${inParentheses}|(?![\p{L}\p{N}_]))|(?:(?:await|new)[ \t])?[a-zA-Z_]\w{0,60}(?:\??\.[a-zA-Z_]\w{0,60}){0,8}(?:\[[^\]\n]{1,60}\]|${inParentheses})${access}{0,8}|${inParentheses})`,
  // $item.getName("x").trim() of Velocity
  String.raw`(?=[$])(?<![\p{L}\p{N}$\\])\$!?[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,6}\([^()\n]{0,200}\)${access}{0,8}`,
  // #if($x), #end of Velocity
  String.raw`(?<![\p{N}#&])#(?:(?:if|elseif|foreach|set|include|parse|macro)[ \t]?${inParentheses}|(?:else|end)(?![\p{L}\p{N}_-]))`,
  // {if $x}, {$a->b|escape:"x"}, {/if}; {#if x}, {:else if x}, {@html x} of Svelte
  String.raw`\{(?:#snippet|@attach)\s[^{}\n]{1,200}\}`,
  // {include file="x" y='z'} of Smarty, {!Contact.Name} of Salesforce, {FNAME|there} and [fname,fallback=friend] of mailings
  String.raw`\{[a-z_]\w{0,40}(?:\s{1,9}\w{1,40}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"'{}]{1,200})){1,20}\s{0,9}\/?\}`,
  String.raw`\{![$a-zA-Z_][^{}\n]{0,200}\}|\{[A-Z][A-Z0-9_]{0,40}\|[^{}|\n]{0,80}\}|\[\w{1,40},\s?fallback=[^\]\n]{0,80}\]`,
  // {a === 1 ? "b" : "c"}, {f(x)}, {i + 1}, {() => x} of Svelte and JSX
  String.raw`\{(?=[^{}\n]{0,200}(?:[!=]==?|=>|&&|\|\||[\w$]\())[^{}\n]{1,300}\}|\{\s{0,9}[\w.$]{1,60}\s{1,9}[+*/-]\s{1,9}[\w.$]{1,60}\s{0,9}\}`,
  // {_'a b'}, {_}, {=$x} of Latte
  String.raw`\{[_=](?:\$[^{}\n]{1,200}|'[^'\n]{0,200}'[^{}\n]{0,200}|"[^"\n]{0,200}"[^{}\n]{0,200})?\}|\{\/_\}`,
  String.raw`\{(?:(?:if|elseif|foreach|for|while|include|assign|section|capture|function|block)\s[^{}\n]{0,200}[$=][^{}\n]{0,200}|\$[^{}\n]{1,200}|:else(?:\s[^{}\n]{1,120})?|(?:#(?:if|each|await|key)|:(?:then|catch)|@(?:html|const|debug|render))\s[^{}\n]{1,120})\}`,
  // %<amount>s, %<price>.2f of Ruby: what is in brackets is no tag
  String.raw`(?<![\p{N}%])%[-+0# ]{0,3}\d{0,4}<(?!${elements})\w{1,80}>[-+0#]?\d{0,4}(?:\.\d{1,4})?[a-zA-Z](?![\p{L}\p{N}])`,
  // %<PRIu64> of gettext
  String.raw`(?<![\p{N}%])%[-+0# ]{0,3}\d{0,4}<PRI[diouxX][A-Z0-9]{1,8}>`,
  // % if x: of Mako, on a line of its own, and comments beside such a line
  makoLine,
  String.raw`(?=[ \t#])(?<![^\n])[ \t]{0,40}##(?!#)(?:[ \t]{0,4}-\*-[^\n]{0,200}|[^\n]{0,300}(?=\n${makoLine})|(?<=\n?${makoLine}\n[ \t]{0,40}##)[^\n]{0,300})`,
  // @:Text of Razor: the rest of the line is a text; not @:key.of, @:key of vue-i18n
  String.raw`(?=@:)(?<=\n[ \t]{0,40})@:(?![a-z]\w{0,60}[.\s])(?=[^\n]{1,300}\s)`,
];

const name = String.raw`[\p{L}_][\p{L}\p{N}_]{0,60}`;
/** Names between underscores that i18next had first; other words there are bold in Markdown. */
const oldNames =
  'name|user|username|email|count|n|num|number|total|amount|price|date|time|value|url|link|id|type|min|max|limit|version|field|days|hours|minutes';
const printfFlags = String.raw`[-+0#' ]{0,3}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?`;
const printfEnd = '(?:(?:hh|ll|[hlLqjzt])?[diouxXeEfFgGaAcCsSpn]|@)';
const strftime = '%[-_0^#]?[aAbBcCdDeFgGhHIjklmMnNpPrRsStTuUvVwWxXyYzZ]';

/** Sources of regular expressions, with the flag `u`, of what a program fills in. */
const placeholderSpans: readonly string[] = [
  // {name}, {0}, {user.name}, {0:d}, #{x}, %{x}, and what begins and ends a section: {#users}, {^users}, {/users}
  String.raw`[$#%]?\{[#^/]?[\p{L}\p{N}_][\p{L}\p{N}_.:[\]-]{0,79}\}`,
  // { name }, { -brand-name } of Fluent
  String.raw`\{\s{0,3}(?:-[a-z]|\$[a-zA-Z])[\w-]{0,60}\s{0,3}\}|\{\s{1,3}${name}(?:[.-]${name}){0,6}\s{0,3}\}|\{${name}(?:[.-]${name}){0,6}\s{1,3}\}`,
  // {0:#,##0.00}, {0,-10:N2}, {name,-20}, {:.2f}, {name!r:>10}, {}
  String.raw`\{(?:\d{1,2}|${name}(?=,))(?:,-?\d{1,3})?(?::[^{}\n]{1,40})?\}|\{(?:${name}(?:\.${name}){0,4})?(?:![rsa])?(?::[^{}\s]{0,20})?\}`,
  // {n, number}, {when, date, short}: ICU arguments without a text of their own
  String.raw`\{\s{0,9}[\p{L}\p{N}_.-]{1,80}\s{0,9},\s{0,9}(?:number|date|time|spellout|ordinal|duration|list)\s{0,9}(?:,[^{}\n]{1,80})?\}`,
  // {'@'} of vue-i18n
  String.raw`\{'[^'{}\n]{1,40}'\}`,
  // $t(key), $t(key, { "count": 1 }) of i18next; @:key, @.lower:key, @:(key) of vue-i18n
  String.raw`\$t${inParentheses}`,
  String.raw`@(?:\.[a-zA-Z]{1,20})?:(?:\([^()\n]{1,80}\)|\{'[^'\n]{1,80}'\}|[\p{L}_][\p{L}\p{N}_-]{0,60}(?:\.[\p{L}\p{N}_-]{1,60}){0,8})`,
  // $COUNT$ of Chrome; $name, $a->b, $a.b of PHP, Velocity and shells
  String.raw`(?<![\p{L}\p{N}$\\])\$[A-Za-z_][A-Za-z0-9_@]{0,40}\$`,
  String.raw`(?<![\p{L}\p{N}$\\])\$!?[A-Za-z_][A-Za-z0-9_]{0,60}(?:->[A-Za-z_]\w{0,60}|\.[A-Za-z_]\w{0,60}|\[[^\]\s]{1,40}\]){0,6}`,
  // :name, :count of Laravel and of SQL; :smile:
  String.raw`(?<![^\s(\["'“‘«>|/=#$€£+,-]):[a-zA-Z_][a-zA-Z0-9_]{0,60}(?::(?![\p{L}\p{N}]))?`,
  // @name, !name of Drupal; @string/x of Android; @user
  String.raw`(?<![\p{L}\p{N}@./:_-])@\+?[a-zA-Z_][\w-]{0,60}(?:[./][\w-]{1,60}){0,4}`,
  String.raw`(?<![^\s(\["'“‘«])![a-z][a-z0-9_-]{1,60}(?![\p{L}\p{N}!])`,
  // %FIRSTNAME%, %name% of Symfony and Windows; __NAME__, ##NAME##, #NAME# of mailings
  String.raw`(?<![\p{N}%])%[\p{L}_](?:[\p{L}\p{N}_.-]{0,60}[\p{L}\p{N}_])%(?![\p{L}\p{N}])`,
  String.raw`(?<![\p{L}\p{N}_])__(?:[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){0,6}|[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,6}|[a-z]{1,40}[A-Z][a-zA-Z0-9]{0,40}|${oldNames})__(?![\p{L}\p{N}_])`,
  String.raw`(?<![\p{L}\p{N}#&])(?:##[\p{L}_][\p{L}\p{N}_.-]{0,60}##|#[A-Z][A-Z0-9_]{1,40}#)`,
  // %1$@, %lld, %5.2f, %(name)s, %<amount>s, %#@files@; not the sign in "100%d'accord" or "50 % de"
  String.raw`%#@\w{1,60}@`,
  // %q, %+v, %#v of Go; %0:s, %1:.2f of Delphi
  String.raw`(?<![\p{N}%])%(?:[+#][vqTtUw]|q|\d{1,2}:-?\d{0,3}(?:\.\d{1,2})?[sdufgnmxe])(?![\p{L}\p{N}])`,
  // %(name)r of Python
  String.raw`(?<![\p{N}%])%\(\w{1,80}\)[-+0# ]{0,3}\d{0,4}(?:\.\d{1,4})?[a-zA-Z](?![\p{L}\p{N}])`,
  String.raw`(?<![\p{N}%])%(?:\d{1,3}\$|\(\w{1,80}\)|<\w{1,80}>)?${printfFlags}(?:<\w{1,80}>)?${printfEnd}(?![\p{L}\p{N}])`,
  // %tB, %1$tY-%1$tm, %n of Java
  String.raw`(?=%)(?<![\p{N}%])%(?:\d{1,3}\$|<)?[-#+ 0,(]{0,3}\d{0,4}[tT][a-zA-Z](?![\p{L}\p{N}])`,
  // %Y-%m-%d, %H:%M, %-d
  String.raw`(?<![\p{N}%])${strftime}(?:[:/.,_-]?${strftime}){0,12}(?![\p{L}\p{N}])`,
  // %name of Drupal; 100%% of printf
  String.raw`(?<![\p{N}%]|\p{N}[ \u00a0])%[a-z][a-z_]{2,40}(?![%\p{L}\p{N}(])`,
  String.raw`(?<![\p{L}\p{N}.,])\d{1,3}(?:[.,]\d{1,3})?%%`,
  // [1,19], [20,*], ]1,Inf]: counts of Laravel and Symfony
  String.raw`[[\]](?:-?\d{1,6}|-Inf|\*),(?:\d{1,6}|\+?Inf|\*)[[\]]`,
];

/** Sources of regular expressions, with the flag `u`. */
export const programSpans: readonly string[] = [...blockSpans, ...placeholderSpans];

const sourceOfAny = (spans: readonly string[]): string => spans.map((span) => `(?:${span})`).join('|');

/** Source of a regular expression, with the flag `u`, of one block. */
export const blockSpan: string = sourceOfAny(blockSpans);

/** The beginning of a block that may be longer than 2,000 code units. */
export const longBlock: RegExp = new RegExp(String.raw`\{%[-+~]?\s{0,9}(?:${rawWords})\b|\{\{[<%]|<%doc>|@php`, 'uy');

const block = new RegExp(blockSpan, 'gu');
const program = new RegExp(sourceOfAny(programSpans), 'gu');

/** Tells a text without blocks: each of them has one of these signs. */
export const mayHoldBlock = /[{}<[@#%*$=]|\+{3}/;
/** Signs that every placeholder begins with. */
const mayHoldProgram = /[{}<[\]@#%*$=_]|[:!][a-zA-Z_]|\+{3}/;

/** A range from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Finds the blocks of templates in a text, in order. */
export const blocksIn = (text: string): Span[] =>
  mayHoldBlock.test(text)
    ? Array.from(text.matchAll(block), ({ 0: found, index }) => ({ start: index, end: index + found.length }))
    : [];

/** Whether a text has a letter that no program reads: one outside of placeholders and statements. */
export const hasWording = (text: string): boolean =>
  /\p{L}/u.test(text) && (!mayHoldProgram.test(text) || /\p{L}/u.test(text.replace(program, ' ')));

const jinjaWords =
  'if|elif|elsif|elseif|else|for|empty|unless|case|when|while|block|macro|call|with|set|assign|capture|raw|verbatim|comment|' +
  'autoescape|filter|switch|spaceless|blocktrans|blocktranslate|plural|cache|tablerow|form|schema|style|javascript|layout|extends|' +
  String.raw`import|from|ifchanged|ifequal|ifnotequal|apply|sandbox|break|continue|increment|decrement|end\w{0,30}`;
const toolkitWords =
  'IF|ELSIF|ELSE|UNLESS|END|FOREACH|FOR|WHILE|BLOCK|SWITCH|CASE|FILTER|WRAPPER|MACRO|USE|DEFAULT|CALL|SET|TRY|CATCH|FINAL|NEXT|LAST|RETURN|STOP|PERL|TAGS|META';
const phpWords =
  'if|elseif|else|endif|foreach|endforeach|for|endfor|while|endwhile|switch|case|default|break|endswitch|do|try|catch|finally|use|namespace|declare|function|class';

/** Statements that say whether, how often or where a text is shown: what stands before and behind one is no one sentence. */
const controls: readonly string[] = [
  String.raw`\{%[-+~]?\s{0,9}(?:(?:p|tr|tc|r)\s{1,9})?(?:${jinjaWords})\b`,
  String.raw`\{\{[<%]\s{0,9}(?:highlight|comment)\b|<%doc>|[@{#]\*(?!\{)|<#--|\[#--|@(?:code|functions)?[ \t]{0,4}\{|@php(?!\w)|%%\[`,
  String.raw`[ \t]{0,40}@(?:model|using|inject|inherits|page|namespace|addTagHelper|removeTagHelper|implements|layout|typeparam|attribute|rendermode|let)[ \t]`,
  String.raw`\s{0,40}[{}]\s{0,20}$|\}\s{0,40}@?else\b|@else[ \t]|(?:var|let|const)\s`,
  String.raw`\[[#/](?:if|else|elseif|list|items|sep|switch|case|default|break|macro)\b|\[\/[#\]]|\[#\s`,
  String.raw`\{\{[-~]?\s{0,9}(?:[#/^]|(?:else|if|range|with|end|block|define|template)\b)`,
  String.raw`<%(?![=:])(?!-(?![^]*-%>$)\s)(?![@#]|--)`,
  String.raw`<\/?%(?:def|block|call|doc|text)\b|<\/%`,
  String.raw`<\?(?:php)?\s{0,20}(?:\}|(?:${phpWords})\b)`,
  String.raw`\[%[-+=~]?\s{0,9}(?:${toolkitWords})\b`,
  String.raw`<\/?#(?:if|else|elseif|list|items|sep|switch|case|default|break|macro|function|assign|local|global|attempt|recover|nested|return|noparse|compress|escape|noescape)\b`,
  String.raw`@(?:${directives})(?!\w)(?<!@(?:lang|choice|csrf|method|yield|include|inject|class|checked|selected|disabled))`,
  '#(?:if|elseif|foreach|else|end|set|macro)(?![a-zA-Z_-])',
  String.raw`\{(?:(?:if|elseif|foreach|for|while|section|capture|function|block)\s|else(?:\s|\})|\/|[#^]\w|:(?:else|then|catch))`,
  String.raw`[ \t]{0,40}%[ \t]{0,8}(?:${makoWords})\b(?![%])`,
  String.raw`[ \t]{0,40}##(?!#)(?=[^]*[^#]$)|@:$`,
  String.raw`<<(?:foreach|if|else|elseif|var|check)\b|<<\/|\+\+\+-?(?:FOR|IF|END-FOR|END-IF|EXEC|ALIAS)\b`,
  String.raw`\*\|(?:IF|IFNOT|ELSEIF|ELSE|END|INTERESTED)\b`,
];
const control = new RegExp(`^(?:${controls.join('|')})`, 'u');

/** Whether a span is a statement that parts what stands before it from what stands behind it. */
export const isControl = (span: string): boolean => control.test(span);

const codeOrProgram = new RegExp(
  `(?<code>\x60[^\x60\\n]{1,500}\x60|<(?<element>code|kbd|samp|var|script|style)\\b[^<>]{0,200}>[^<]{0,500}</\\k<element>>)|${sourceOfAny(programSpans)}`,
  'gu',
);

/** Finds the statements of a text that part it, in order; those in code are none. */
export const controlsIn = (text: string): Span[] =>
  mayHoldBlock.test(text)
    ? Array.from(text.matchAll(codeOrProgram)).flatMap(({ 0: found, index, groups }) =>
        groups?.code === undefined && isControl(found) ? [{ start: index, end: index + found.length }] : [],
      )
    : [];
