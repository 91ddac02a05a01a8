import { createFormatHost } from './format-host.js';
import type { SourceFile } from '../format.port.js';
import { memoryFile } from '../source-file.js';
const M = 1048576;
const prose = 'The committee met in the large room on the second floor & talked about the new bridge – for hours!';
const block = Buffer.from(`${prose} ${prose}\n`.repeat(4096));
const file: SourceFile = { size: 100 * M, read: async (start, end) => { const from = start % block.length; return block.subarray(from, Math.min(block.length, from + end - start)); } };
const host = createFormatHost();
const opts = { translateHeaders: true, sourceLanguage: 'en', targetLanguage: 'en' };
const show = (l: string) => { const m = process.memoryUsage(); console.log(l, Object.fromEntries(Object.entries(m).map(([k, v]) => [k, Math.round(v / M)]))); };
const fixed = [{ kind: 'text' as const, text: `${prose} ${prose}` }];
async function go(f: SourceFile, l: string) {
  let n = 0, peak = 0;
  let t = performance.now();
  const before = process.memoryUsage.rss();
  for await (const b of host.extract('txt', f, opts)) { n += b.length; if (n % 1024 < b.length) peak = Math.max(peak, process.memoryUsage.rss()); }
  console.log(l, 'extract', n, Math.round(performance.now() - t), 'ms growth', Math.round((peak - before) / M)); show(l);
  t = performance.now(); peak = 0;
  let left = n;
  const same = { next: async () => (left-- > 0 ? { value: fixed, done: false as const } : { value: undefined, done: true as const }) };
  for await (const c of host.merge('txt', f, opts, same)) { peak = Math.max(peak, process.memoryUsage.rss()); }
  console.log(l, 'merge', Math.round(performance.now() - t), 'ms growth', Math.round((peak - before) / M)); show(l);
}
await go(memoryFile(block), 'warm');
await go(file, 'big');
await go(file, 'big2');
await host.close();
