import { describe, expect, it } from 'vitest';
import { barOf, ProgressBar } from './progress-bar.js';

const sinkOf = (isTTY: boolean, columns = 40) => {
  const shown: string[] = [];
  return {
    shown,
    sink: { isTTY, columns, write: (text: string | Uint8Array) => shown.push(String(text)) > 0, once: () => undefined },
  };
};

describe('the bar', () => {
  it('it is as long as the share', () => {
    expect(barOf(0)).toBe('[------------------------]   0 %');
    expect(barOf(0.5)).toBe('[############------------]  50 %');
    expect([barOf(2), barOf(Number.NaN)]).toEqual([barOf(1), barOf(0)]);
  });

  it('it fits the terminal, is drawn seldom, and leaves nothing behind', () => {
    let now = 0;
    const { shown, sink } = sinkOf(true);
    const bar = new ProgressBar(sink, () => now);
    bar.show(0.1, 'a name\u001b[2J that is much too long for this terminal');
    bar.show(0.2, 'too soon');
    now = 100;
    bar.show(0.3, 'later');
    bar.clear();
    bar.clear();
    expect(shown).toHaveLength(3);
    expect(shown[0]?.replace('\r\u001b[K', '')).toHaveLength(39);
    expect(shown.join('')).not.toContain('\u001b[2J');
    expect(shown.at(-1)).toBe('\r\u001b[K');
  });

  it('there is none where nobody looks', () => {
    const { shown, sink } = sinkOf(false);
    const bar = new ProgressBar(sink, Date.now);
    bar.show(0.5, 'x');
    bar.clear();
    expect(shown).toEqual([]);
  });
});
