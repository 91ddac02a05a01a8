import { Registry } from 'prom-client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { createEchoEngine } from './echo/echo-engine.js';
import type { InferenceEngine, TranslationRequest, TranslationResult } from './inference.port.js';
import { InferenceMetrics } from './inference-metrics.js';
import { measuredEngine } from './measured-engine.js';

let registry: Registry;
let echo: InferenceEngine;
let engine: InferenceEngine;
beforeEach(() => {
  registry = new Registry();
  echo = createEchoEngine();
  engine = measuredEngine(echo, registry);
});

const segmentOf = (text: string): Segment => [{ kind: 'text', text }];
const request = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
  source: 'en',
  target: 'es',
  segments: [segmentOf('Hello')],
  ...more,
});
const lines = async (name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`transledger_inference_${name}`));
const durations = () => lines('duration_seconds_count');
const failures = async () => (await lines('failures_total')).filter((line) => !line.endsWith(' 0'));

it('a translation is measured by pair and model', async () => {
  await engine.translate(request({ segments: [segmentOf('Hello'), segmentOf('there')] }));
  expect(await durations()).toEqual([
    'transledger_inference_duration_seconds_count{mode="whole",pair="en-es",model="echo"} 1',
  ]);
  expect(await lines('segments_total')).toEqual(['transledger_inference_segments_total{mode="whole"} 2']);
});

it('a stream is measured when it has ended, and not before', async () => {
  const { tokens, done } = await engine.translateStream(request());
  expect(await durations()).toEqual([]);
  await Array.fromAsync(tokens);
  await done;
  expect(await durations()).toEqual([
    'transledger_inference_duration_seconds_count{mode="stream",pair="en-es",model="echo"} 1',
  ]);
});

it('a stream that is left counts as cancelled', async () => {
  const leaving = new AbortController();
  const { tokens, done } = await engine.translateStream(request({ signal: leaving.signal }));
  for await (const _ of tokens) {
    leaving.abort();
    break;
  }
  await expect(done).rejects.toThrow();
  expect(await failures()).toEqual(['transledger_inference_failures_total{reason="cancelled"} 1']);
});

it('failures are counted by reason, without the languages of the request', async () => {
  await expect(engine.translate(request({ target: 'xx' }))).rejects.toThrow();
  await echo.close();
  await expect(engine.translate(request())).rejects.toThrow();
  await expect(engine.translateStream(request())).rejects.toThrow();
  expect(await failures()).toEqual([
    'transledger_inference_failures_total{reason="model_unavailable"} 2',
    'transledger_inference_failures_total{reason="unsupported_pair"} 1',
  ]);
  expect(await durations()).toEqual([]);
});

it('a request is in flight until it is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<TranslationResult>();
  vi.spyOn(echo, 'translate').mockReturnValueOnce(promise);
  const answer = engine.translate(request());
  expect(await lines('in_flight')).toEqual(['transledger_inference_in_flight 1']);
  resolve({ segments: [], model: 'echo' });
  await answer;
  expect(await lines('in_flight')).toEqual(['transledger_inference_in_flight 0']);
});

it('the number of series is bounded, however many pairs and models there are', async () => {
  const many = new Registry();
  const bounded = new InferenceMetrics(many);
  for (let index = 0; index < 500; index += 1) bounded.translated('whole', request(), `model-${index}`, 0);
  const page = await many.metrics();
  expect(page.match(/_duration_seconds_count/g)).toHaveLength(121);
  expect(page).toContain('_count{mode="whole",pair="other",model="other"} 380');
});
