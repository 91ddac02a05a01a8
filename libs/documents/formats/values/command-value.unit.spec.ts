import { describe, expect, it } from 'vitest';
import { isForPrograms } from './command-value.js';

describe('values for programs', () => {
  it.each([
    'curl -X POST https://a.b -d x',
    'go run main.go',
    'go build ./...',
    'go get github.com/a/b',
    'make -j4 all',
    'node server.js',
    'NODE_ENV=production npm start',
    'print("hello you")',
    'console.log("hello you");',
    'using System.Linq.Expressions;',
    '@media (max-width: 100px)',
    '@import "a b.css"',
    "//div[@class='a b']/span",
    String.raw`\frac{a}{b} + c`,
    'all 0.3s ease-in-out',
    'color: red; margin: 0 auto',
  ])('%j is one', (value) => {
    expect(isForPrograms(value)).toBe(true);
  });

  it.each([
    'go to https://a.b for more',
    'make it so, see https://a.b now',
    'node of the tree, see ./x',
    'git is a tool',
    'print (and save) the page',
    'using it is easy;',
    '@media people are here',
    '//the page/of it',
    'color: red or blue?',
    'all 3 of them',
    'A=B is so',
    'CEO=chief executive officer',
    'go get help from your doctor',
    'go run a mile',
    String.raw`\textbf{Note:} do not open it`,
  ])('%j is a text', (value) => {
    expect(isForPrograms(value)).toBe(false);
  });
});
