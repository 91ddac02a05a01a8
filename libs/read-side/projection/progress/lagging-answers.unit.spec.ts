import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { countLaggingAnswers } from './lagging-answers.js';

it('answers from a read model that is behind are counted by its projection', async () => {
  const registry = new Registry();
  const count = countLaggingAnswers(registry);
  count('audit-log');
  count('audit-log');
  expect(await registry.metrics()).toContain('transledger_lagging_answers_total{projection="audit-log"} 2');
});
