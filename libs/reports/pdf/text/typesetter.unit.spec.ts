import { describe, expect, it } from 'vitest';
import { looks } from '../look.js';
import { type Line, Typesetter } from './typesetter.js';

const type = new Typesetter();
const textOf = ({ runs }: Line): string => runs.map(({ text }) => text).join('');
const linesOf = (text: string, width: number, maxLines?: number): string[] =>
  type.lines(text, looks.body, width, maxLines).map(textOf);

describe('lines of text', () => {
  it('lines of text break at spaces, and fit', () => {
    const lines = type.lines('The quick brown fox jumps over the lazy dog. '.repeat(10), looks.body, 200);
    expect(lines.map(textOf).join(' ')).toBe('The quick brown fox jumps over the lazy dog. '.repeat(10).trim());
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(200);
  });

  it('lines of text break a word that is longer than a line behind a sign, else anywhere', () => {
    const [first = '', second = ''] = linesOf('/v1/compliance/audit-logs?from=2026-01-01', 120);
    expect(first).toMatch(/[/?-]$/);
    expect(`/v1/compliance/audit-logs?from=2026-01-01`).toContain(first + second);
    expect(linesOf('x'.repeat(300), 100).join('')).toBe('x'.repeat(300));
  });

  it('lines of text break Chinese between characters, and begin with no punctuation', () => {
    const lines = linesOf('北京翻译有限公司，及其在上海的分公司。'.repeat(5), 87);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).not.toMatch(/^[，。]/);
  });

  it('lines of text keep marks with their letter', () => {
    for (const line of linesOf('q\u0323'.repeat(200), 100)) expect(line).toMatch(/^q/);
  });

  it('lines of text end with an ellipsis where there is no room for all', () => {
    const { lines, isWhole } = type.fit('word '.repeat(100_000), looks.body, 100, 2);
    expect(isWhole).toBe(false);
    expect(lines).toHaveLength(2);
    expect(textOf(lines[1] as Line)).toMatch(/…$/);
    expect(type.fit('word', looks.body, 100, 2).isWhole).toBe(true);
  });

  it('lines of text put Arabic into the order in which it is seen', () => {
    const [line] = type.lines('A شركة 12 B', looks.body, 300);
    const runs = (line?.runs ?? [])
      .filter(({ level, text }) => level > 0 && text !== ' ')
      .map(({ text }) => text.trim());
    expect(runs).toEqual(['12', 'شركة']);
  });

  it('lines of text have a substitute for what no font has', () => {
    expect(linesOf('a\u{13000}b', 100)).toEqual(['a\ufffdb']);
  });

  it('lines of text have no more marks than can be shaped', () => {
    expect(Math.max(...linesOf('\u0301'.repeat(2_000), 100).map(({ length }) => length))).toBe(150);
  });

  it('lines of text have at least one character', () => {
    expect(linesOf('abc', 0)).toEqual(['a', 'b', 'c']);
  });
});
