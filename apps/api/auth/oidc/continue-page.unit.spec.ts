import { expect, it } from 'vitest';
import { continuePage } from './continue-page.js';

it('the page goes on to its target, by itself and by a link, and runs nothing', () => {
  const page = continuePage('https://mt.example/console/');
  expect(page).toContain('<meta http-equiv="refresh" content="0; url=https://mt.example/console/">');
  expect(page).toContain('<a href="https://mt.example/console/">');
  expect(page).not.toContain('<script');
});

it('a target stays within its attribute', () => {
  expect(continuePage(`https://mt.example/"><b>'&`)).toContain(
    'url=https://mt.example/&quot;&gt;&lt;b&gt;&#39;&amp;">',
  );
});
