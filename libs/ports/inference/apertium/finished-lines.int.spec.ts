import { afterAll, describe, expect, it } from 'vitest';
import { textSegment } from '#libs/text/segments/text-segment.js';
import sample from '../../../text/finishing/finished-lines.fixture.json' with { type: 'json' };
import { createApertiumEngine } from './apertium-engine.js';

const engine = createApertiumEngine({ maxPipelines: 4 });
afterAll(() => engine.close());

const installed = new Set((await engine.pairs()).map(({ source, target }) => `${source}-${target}`));
const pairs = [...new Set(sample.map(({ pair }) => pair))];

/** The engine streams what stands between tags; whoever asked sets them. */
const withoutTags = (text: string): string => text.replaceAll(/<\/?[a-z]+>|\*\*/g, '');

describe('the sample of the finishing pass', () => {
  for (const pair of pairs) {
    const [source = '', target = ''] = pair.split('-');
    const rows = sample.filter((row) => row.pair === pair);
    it.skipIf(!installed.has(pair))(
      `is what the engine gives, ${pair} (skipped where it is not installed)`,
      async () => {
        const lines = rows.map(({ text }) => textSegment(text));
        const { segments } = await engine.translate({ source, target, segments: lines.map(({ segment }) => segment) });
        const texts = lines.map(({ render }, index) => render(segments[index]?.parts ?? []));
        expect(texts).toEqual(rows.map(({ finished }) => finished));
      },
    );

    it.skipIf(!installed.has(pair))(`is the same in a stream, ${pair}`, async () => {
      for (const { text, finished } of rows) {
        const { segment } = textSegment(text);
        const { tokens } = await engine.translateStream({ source, target, segments: [segment] });
        let streamed = '';
        for await (const token of tokens) streamed += token;
        expect(streamed).toBe(withoutTags(finished));
      }
    });
  }
});
