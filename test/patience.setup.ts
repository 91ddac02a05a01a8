import { vi } from 'vitest';

/** A loaded machine must not fail a test: what is waited for may take so long, where the wait does not say otherwise. */
const timeout = 30_000;

type Wait = (sought: () => unknown, options?: number | { timeout?: number; interval?: number }) => Promise<unknown>;

const patient = (wait: Wait): Wait => {
  const waits: Wait = (sought, options = {}) =>
    wait(sought, typeof options === 'number' ? options : { timeout, ...options });
  return Object.defineProperty(waits, 'name', { value: 'patient' });
};

// This runs before each file, over the same `vi` where files share a process.
if (vi.waitFor.name !== 'patient')
  Object.assign(vi, { waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil as Wait) });
