import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';

describe('a free port', () => {
  it('a free port is another one each time, before anybody listens on it', async () => {
    const ports: number[] = [];
    for (let count = 0; count < 200; count += 1) ports.push(await freePort());
    expect(new Set(ports).size).toBe(ports.length);
  });
});
