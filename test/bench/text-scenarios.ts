import type { Task } from './load.js';

export type ContenderName = 'Transledger' | 'apertium-apy' | 'our engine alone' | 'bare Nest route';

/** A row of the speed table: the task, the contenders, and the bar that Transledger has to reach. */
export interface Scenario {
  title: string;
  /** The product of the bench that gets the requests. */
  product: 'plain' | 'cached' | 'echo';
  task: Task;
  words: number;
  connections: number;
  against: readonly Exclude<ContenderName, 'Transledger'>[];
  bar: string;
}

export const scenarios: readonly Scenario[] = [
  {
    title: '20 words, 1 connection',
    product: 'plain',
    task: 'translate',
    words: 20,
    connections: 1,
    against: ['apertium-apy', 'our engine alone'],
    bar: '≥ 3 × apertium-apy, p99 ≤ its p99',
  },
  {
    title: '20 words, 16 connections',
    product: 'plain',
    task: 'translate',
    words: 20,
    connections: 16,
    against: ['apertium-apy', 'our engine alone'],
    bar: '≥ 6 × apertium-apy, p99 ≤ a third',
  },
  {
    title: '1,000 words, 16 connections',
    product: 'plain',
    task: 'translate',
    words: 1_000,
    connections: 16,
    against: ['apertium-apy', 'our engine alone'],
    bar: '≥ 3 × apertium-apy, nothing dropped',
  },
  {
    title: 'batches of 100 sentences of 20 words, 1 connection',
    product: 'plain',
    task: 'batch',
    words: 20,
    connections: 1,
    against: ['our engine alone'],
    bar: '≥ 90 % of our engine alone',
  },
  {
    title: 'cached texts of 20 words, 16 connections',
    product: 'cached',
    task: 'cached',
    words: 20,
    connections: 16,
    against: [],
    bar: 'p50 ≤ 1.5 ms',
  },
  {
    title: 'echo engine, 20 words, 64 connections',
    product: 'echo',
    task: 'translate',
    words: 20,
    connections: 64,
    against: ['bare Nest route'],
    bar: '≥ 12 % of the bare route',
  },
  {
    title: 'detection, 20 words, 16 connections',
    product: 'echo',
    task: 'detect',
    words: 20,
    connections: 16,
    against: [],
    bar: '≥ 5,000/s (the detector alone: see language-detection)',
  },
];
