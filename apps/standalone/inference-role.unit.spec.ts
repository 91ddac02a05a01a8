import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InferenceRole, inferenceEnvironment } from './inference-role.js';
import { RoleFailure } from './role-process.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A role whose process counts its starts and stops, and whose models come and go. */
const fixture = (installed: boolean) => {
  const folder = { isInstalled: installed };
  const lines: string[] = [];
  const done = async (): Promise<void> => undefined;
  const process = { start: vi.fn(done), stop: vi.fn(done) };
  const role = new InferenceRole({
    process,
    isNeeded: async () => folder.isInstalled,
    say: (line) => void lines.push(line),
    now: () => Date.now(),
  });
  return { folder, lines, process, role };
};

const started = '✓ Starting inference, for a model is installed (0.0 s)';

describe('the inference process of a service', () => {
  it('is ready when the start is over where a model is installed', async () => {
    const { role, process, lines } = fixture(true);
    await role.start();
    expect(process.start).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([started]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(process.start).toHaveBeenCalledTimes(1);
    await role.stop();
    expect(process.stop).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is started within a second or so after the first model, and ends when none has been there for a while', async () => {
    const { folder, role, process, lines } = fixture(false);
    await role.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(process.start).not.toHaveBeenCalled();
    folder.isInstalled = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lines).toEqual([started]);
    folder.isInstalled = false;
    await vi.advanceTimersByTimeAsync(9_000);
    folder.isInstalled = true;
    await vi.advanceTimersByTimeAsync(1_000);
    folder.isInstalled = false;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(process.stop).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(process.stop).toHaveBeenCalledTimes(1);
    expect(lines.at(-1)).toBe('The inference process has ended: no model is installed');
    folder.isInstalled = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(process.start).toHaveBeenCalledTimes(2);
    await role.stop();
  });

  it('keeps the service from nothing where it does not start, and is tried again after longer and longer', async () => {
    const { role, process, lines } = fixture(true);
    process.start.mockRejectedValue(new RoleFailure('Another inference process listens there.'));
    await role.start();
    expect(lines).toEqual(['! Another inference process listens there. The inference process is started again in 1 s']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(process.start).toHaveBeenCalledTimes(3);
    // A process that ended by itself before it was ready is not to be started by anybody else.
    expect(process.stop).toHaveBeenCalledTimes(3);
    expect(lines.at(-1)).toMatch(/again in 4 s$/);
    process.start.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lines.at(-1)).toBe(started);
    await role.stop();
  });

  it('a stop while it starts says nothing and leaves nothing', async () => {
    const { role, process, lines } = fixture(true);
    const { promise, reject } = Promise.withResolvers<void>();
    process.start.mockReturnValue(promise);
    process.stop.mockImplementation(async () => reject(new RoleFailure('ended')));
    const starting = role.start();
    await vi.advanceTimersByTimeAsync(0);
    await role.stop();
    await starting;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(process.start).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([]);
  });
});

it('the inference process is given no secret of the service, and all that it needs', () => {
  const needed = {
    PATH: '/bin',
    TRANSLEDGER_DATA_DIR: '/data',
    TRANSLEDGER_MODELS_MEMORY: '1',
    TRANSLEDGER_MODELS: '',
  };
  const secrets = {
    TRANSLEDGER_MASTER_KEY: 'secret',
    TRANSLEDGER_BOOTSTRAP_API_KEY: 'secret',
    DATABASE_URL: 'postgres://u:secret@db/t',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SOMEBODY_ELSES_TOKEN: 'secret',
  };
  expect(inferenceEnvironment({ ...needed, ...secrets })).toEqual(needed);
});
