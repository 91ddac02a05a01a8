import { describe, expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { Guide, guideSecurityPolicy, guideStyle } from './guide.js';

const guide = new Guide();
const shown = async (name: string): Promise<string> =>
  String(await (await guide.page(name))?.answer(requestOf(), new RecordedReply().asReply));
const targetsOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);

describe('the guide', () => {
  it('it has the pages for those who call the API and those who run the service, and no decisions', () => {
    expect(guide.names).toEqual(expect.arrayContaining(['', 'text', 'operations', 'formats', 'formats/docx']));
    expect(guide.names.filter((name) => name.includes('adr') || name.includes('.'))).toEqual([]);
    expect(guide.page('adr/0003-vitest')).toBeUndefined();
    expect(guide.page('../package')).toBeUndefined();
  });

  it('each page leads only to pages and headings that are there, and loads nothing from elsewhere', async () => {
    const pages = new Map(await Promise.all(guide.names.map(async (name) => [name, await shown(name)] as const)));
    const anchors = [...pages].flatMap(([name, html]) =>
      [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${name}#${id}`),
    );
    for (const [name, html] of pages) {
      expect(targetsOf(html)).toEqual(expect.arrayContaining(['/docs/guide', '/docs', '/docs/guide.css']));
      expect(html).not.toMatch(/<script|<style|<img|<iframe| style=| on\w+=/);
      for (const target of targetsOf(html)) {
        if (/^https?:/.test(target)) continue;
        if (/^\/docs(?:\/(?:guide\.css|favicon-32x32\.png))?$/.test(target)) continue;
        const [path = '', anchor] = target.replace(/^\/docs\/guide\/?/, '').split('#');
        const page = target.startsWith('#') ? name : path;
        expect([name, target, pages.has(page)]).toEqual([name, target, true]);
        if (anchor !== undefined) expect(anchors).toContain(`${page}#${anchor}`);
      }
    }
  });

  it('a link to what is no page of it is only its words', async () => {
    const html = await shown('operations');
    expect(html).toContain('<title>Operations');
    expect(html).toMatch(/<a>(?:<code>)?\w/);
    expect(html).not.toMatch(/href="[^"]*\.md/);
  });

  it('its pages run nothing, and look like pages by a file of the service', async () => {
    expect(guideSecurityPolicy).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(await shown('')).toContain('<link rel="stylesheet" href="/docs/guide.css">');
    expect(guideStyle).not.toMatch(/url\(|@import/);
  });

  it('a page is made once', () => {
    expect(guide.page('text')).toBe(guide.page('text'));
  });
});
