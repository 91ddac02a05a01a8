import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measuredSender } from './measured-sender.js';
import type { WebhookAttempt, WebhookOutcome } from './webhook-sender.js';

const attempt: WebhookAttempt = {
  url: 'https://receiver.example.com/hook',
  secrets: [],
  id: 'whd_1',
  payload: '{}',
  timestamp: new Date(0),
};

it('webhook attempts are counted by outcome, and never by where they went', async () => {
  const outcomes: WebhookOutcome[] = [
    { statusCode: 204, reason: null, durationMs: 30 },
    { statusCode: 500, reason: 'error_status', durationMs: 40 },
    { statusCode: null, reason: 'timed_out', durationMs: 10_000 },
    { statusCode: 503, reason: 'error_status', durationMs: 50 },
  ];
  const registry = new Registry();
  const waiting = [...outcomes];
  const send = async () => {
    const next = waiting.shift();
    if (next === undefined) throw new Error('No more');
    return next;
  };
  const sender = measuredSender({ send }, registry);
  const answers: WebhookOutcome[] = [];
  for (const _ of outcomes) answers.push(await sender.send(attempt));
  expect(answers).toEqual(outcomes);
  const page = await registry.metrics();
  const count = (outcome: string) =>
    new RegExp(`_attempt_duration_seconds_count\\{outcome="${outcome}"\\} (\\d+)`).exec(page)?.[1];
  expect([count('succeeded'), count('error_status'), count('timed_out')]).toEqual(['1', '2', '1']);
  expect(page).not.toContain('example.com');
});
