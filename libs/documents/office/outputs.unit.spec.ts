import { describe, expect, it } from 'vitest';
import { conversionOf } from '#libs/documents/conversions/conversions.js';
import { UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import { listedFormats } from '#libs/documents/formats/listed-formats.js';
import { allOutputs, outputsOf, wayOf } from './outputs.js';

describe('the formats that files become', () => {
  it('a thread makes what needs no program, the office program the rest, and a PDF of Markdown by way of HTML', () => {
    expect(wayOf('srt', 'ass')).toBe('thread');
    expect(wayOf('html', 'txt')).toBe('thread');
    expect(wayOf('html', 'pdf')).toBe('office');
    expect(wayOf('docx', 'txt')).toBe('office');
    expect(wayOf('markdown', 'pdf')).toEqual({ by: 'html' });
    expect(wayOf('docx', 'xlsx')).toBeUndefined();
    expect(wayOf('srt', 'pdf')).toBeUndefined();
  });

  it('the formats that files become without the office program are those that a thread makes', () => {
    expect(outputsOf('markdown', false)).toEqual(['html', 'txt']);
    expect(outputsOf('markdown', true)).toEqual(['html', 'txt', 'pdf']);
    expect(outputsOf('docx', false)).toEqual([]);
    expect(outputsOf('html', true)).toEqual(['markdown', 'txt', 'pdf']);
  });

  it('none becomes itself, or twice the same, or what is no format', () => {
    const names = listedFormats.map(({ id }) => id);
    for (const name of names) {
      const outputs = outputsOf(name, true);
      expect(outputs).not.toContain(name);
      expect(new Set(outputs).size).toBe(outputs.length);
      expect(names).toEqual(expect.arrayContaining([...outputs]));
      for (const output of outputs) expect(wayOf(name, output)).toBeDefined();
    }
    expect(names).toEqual(expect.arrayContaining([...allOutputs]));
  });

  it('a conversion that is not listed is not supported', () => {
    expect(() => conversionOf('docx', 'srt')).toThrow(UnsupportedFormatError);
  });
});
