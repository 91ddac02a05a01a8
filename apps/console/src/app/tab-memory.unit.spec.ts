import { beforeEach, expect, it } from 'vitest';
import { TabMemory } from './tab-memory';

let memory: TabMemory;
let typed: string;

beforeEach(() => {
  memory = new TabMemory();
  memory.add(() => {
    typed = '';
  });
  memory.signedIn('usr_1');
  typed = 'of the first';
});

it('what somebody typed is there when the same person signs in again', () => {
  expect(memory.signedIn('usr_1')).toBe(false);
  expect([typed, memory.hasOwner]).toEqual(['of the first', true]);
});

it('it is gone when somebody else is signed in, however that came', () => {
  expect(memory.signedIn('usr_2')).toBe(true);
  expect(typed).toBe('');
});

it('it is gone with a sign-out, also for the same person', () => {
  memory.signedOut();
  expect([typed, memory.hasOwner]).toEqual(['', false]);
  expect(memory.signedIn('usr_1')).toBe(false);
});
