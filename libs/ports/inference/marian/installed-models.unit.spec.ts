import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelUnavailableError } from '../inference.errors.js';
import { marianModel } from './contract/dictionary-models.js';
import { InstalledModels } from './installed-models.js';
import type { MarianModel } from './marian-models.js';

let list: ReturnType<typeof vi.fn<() => Promise<readonly MarianModel[]>>>;
let installed: InstalledModels;
beforeEach(() => {
  vi.useFakeTimers();
  list = vi.fn(async () => [marianModel('en', 'de', 'tiny')]);
  installed = new InstalledModels({ list }, 2_000);
});
afterEach(() => {
  installed.close();
  vi.useRealTimers();
});

const away = async () => {
  throw new ModelUnavailableError('away');
};

describe('the models that the process has', () => {
  it('are looked at once for all who ask, and from then on from time to time', async () => {
    expect(installed.catalogue).toBeUndefined();
    const [one, other] = await Promise.all([installed.seen(), installed.look()]);
    expect([one, one.pairs, list.mock.calls.length]).toEqual([other, [{ source: 'en', target: 'de' }], 1]);
    list.mockResolvedValue([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(installed.catalogue?.installed).toEqual([]);
  });

  it('are not looked for where no process has ever answered', async () => {
    list.mockImplementation(away);
    await expect(installed.seen()).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list).toHaveBeenCalledOnce();
    list.mockResolvedValue([]);
    expect((await installed.seen()).installed).toEqual([]);
  });

  it('are those that it had while it does not answer', async () => {
    await installed.seen();
    list.mockImplementation(away);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await installed.seen()).installed).toHaveLength(1);
  });

  it('are not looked at again once closed', async () => {
    await installed.seen();
    installed.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(list).toHaveBeenCalledOnce();
  });
});
