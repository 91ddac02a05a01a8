import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { converted } from '../conversions.fixture.js';

const html = (markdown: string, language?: string) => converted('markdown', 'html', markdown, language);
const markdown = (page: string) => converted('html', 'markdown', page);
const hostile = { name: 'FormatError', reason: 'hostile' };

describe('Markdown as HTML', () => {
  it('it is a whole page in the language, with the first heading as its title', async () => {
    expect(await html('---\nauthor: A\n---\n\nWords\n\n## One *two* & <b>three</b>\n', 'ar')).toBe(
      '<!DOCTYPE html>\n<html lang="ar" dir="rtl">\n<head>\n<meta charset="utf-8">\n<title>One two &amp; three</title>\n</head>\n' +
        '<body>\n<p>Words</p>\n<h2 id="one-two--three">One <em>two</em> &amp; <b>three</b></h2>\n\n</body>\n</html>\n',
    );
  });

  it('headings have their ids, and those that links of the page name', async () => {
    const page = await html(
      '[a](#b-c)\n\n# B c\n\n## B c\n\n## D {#own}\n\n## <a id="x"></a>E\n\nIt costs {5} [now]\n',
    );
    expect(page).toContain(
      '<h1 id="b-c">B c</h1>\n<h2 id="b-c-1">B c</h2>\n<h2 id="own">D</h2>\n<h2><a id="x"></a>E</h2>',
    );
    expect(page).toContain('<p>It costs {5} [now]</p>');
  });

  it('tables, tasks, deleted words and footnotes of GitHub are elements', async () => {
    const page = await html('| a | b |\n|---|--:|\n| 1 | ~~2~~ |\n\n- [x] done[^n]\n\n[^n]: A note\n', 'es');
    expect(page).toContain('<td align="right"><del>2</del></td>');
    expect(page).toMatch(/<input type="checkbox"[^>]* checked/);
    expect(page).toContain('A note');
    expect(page).toContain('<html lang="es">');
  });

  it('what runs is no tag, and no address', async () => {
    const page = await html(
      '<script>run()</script>\n\n<iframe src="a"></iframe>\n\n[a](javascript:run)\n\n<b>kept</b>\n',
    );
    expect(page).not.toMatch(/<script|<iframe|javascript:/);
    expect(page).toContain('<b>kept</b>');
  });
});

describe('HTML as Markdown', () => {
  it('headings, lists, links, pictures, tables and code are those of GitHub', async () => {
    const page =
      '<!doctype html><title>t</title><h1>One</h1><p>a <b>b</b> <em>c</em> <a href="/x" title="y">d</a><br>e <img src=p.png alt=f></p>' +
      '<ul><li>g<ol><li>h</ol></ul><table><tr><th>i<th>j<tr><td>k|l<td>m</table><pre><code>n\n</code></pre><hr><del>o</del>';
    expect(await markdown(page)).toBe(
      '# One\n\na **b** _c_ [d](/x "y")\\\ne ![f](p.png)\n\n- g\n  1. h\n\n| i    | j |\n| ---- | - |\n| k\\|l | m |\n\n```\nn\n```\n\n---\n\n~~o~~\n',
    );
  });

  it('words that would be markup are escaped, and stay words on the way back', async () => {
    const words = '1. a * b_c_d # e [f](g) &lt;b&gt; `h` ~~i~~ &amp;amp; | j';
    const text = await markdown(`<p>${words}</p>`);
    expect(await html(text)).toContain(`<p>${words}</p>`);
  });

  it('an empty element of XHTML holds nothing of what follows', async () => {
    const page =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/></head><body><p>a<br/>b<i/>c</p></body></html>';
    expect(await markdown(page)).toBe('a\\\nbc\n');
  });

  it('what runs, is hidden or loaded is left out', async () => {
    const page =
      '<p onclick="run()">a</p><script>run()</script><style>x{}</style><p hidden>b</p><iframe src="x">c</iframe><template><p>d</p></template>';
    expect(await markdown(page)).toBe('a\n');
  });

  it.each([
    ['elements nested without end', '<div>'.repeat(2_000)],
    ['templates nested without end', '<template>'.repeat(2_000)],
    ['more elements than can be held', '<br>'.repeat(200_001)],
    ['a page that is too long', 'word '.repeat(1_000_000)],
  ])('%s are refused', async (_name, page) => {
    await expect(markdown(`<p>a</p>${page}`)).rejects.toMatchObject(hostile);
  });
});

it('a page and a Markdown text become text, without markup', async () => {
  const page = '<h1>One</h1><p>a <b>b</b>&nbsp;&lt;c&gt;<br>d</p><table><tr><td>e<td>f</table><script>run()</script>';
  expect(await converted('html', 'txt', page)).toBe('One\n\na b <c>\nd\n\ne\tf\n');
  expect(await converted('markdown', 'txt', '# One\n\na **b**\nc [d](e)\n\n- f\n- g\n')).toBe(
    'One\n\na b c d\n\nf\ng\n',
  );
});

it('a text as a page and back is the same text', async () => {
  const source = readFileSync(new URL('../../formats/markdown/samples/page.md', import.meta.url));
  const once = await markdown(await converted('markdown', 'html', source));
  expect(await markdown(await html(once))).toBe(once);
});
