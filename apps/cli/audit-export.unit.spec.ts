import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SumBeforeLastLine } from './audit-export.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('the sum is that of all bytes but the last line, however they come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-c]{0,4}$/), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (lines, size) => {
        const text = lines.map((line) => `${line}\n`).join('');
        const sum = new SumBeforeLastLine();
        for (let at = 0; at < text.length; at += size) sum.update(Buffer.from(text.slice(at, at + size)));
        expect(sum.beforeLastLine()).toBe(sha256(text.slice(0, text.length - 1 - (lines.at(-1)?.length ?? 0))));
        expect(sum.ofAll()).toBe(sha256(text));
        expect(sum.lines).toBe(lines.length);
      },
    ),
  );
});
