import { describe, expect, it } from 'vitest';
import { policyIn } from './eviction-policy.js';

describe('eviction policy', () => {
  it('the eviction policy is read from INFO', () => {
    const info = '# Memory\r\nused_memory:1\r\nmaxmemory_policy:volatile-lru\r\nallocator_active:2\r\n';
    expect(policyIn(info)).toBe('volatile-lru');
  });

  it('the eviction policy is unknown where INFO does not have it', () => {
    expect(policyIn('# Memory\r\nused_memory:1\r\n')).toBeUndefined();
  });
});
