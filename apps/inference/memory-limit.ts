import type { Logger } from '#libs/platform/telemetry/logger.js';

/** Bytes beside the models: Node, its heap, and what is being sent. */
export const besideBytes = 200 * 1024 * 1024;
const lookEveryMs = 500;

interface MemoryLimitOptions {
  /** Bytes that the models may take. */
  models: number;
  logger: Pick<Logger, 'fatal'>;
  /** Bytes of this process that are resident. */
  resident?: () => number;
  end?: () => void;
}

/**
 * Ends the process when it takes more memory than its models may, and 200 MiB, so that it does so before the machine is short of it;
 * whoever started it starts it again. Returns what ends the watch.
 */
export const watchMemory = ({
  models,
  logger,
  resident = () => process.memoryUsage.rss(),
  end = () => process.exit(1),
}: MemoryLimitOptions): (() => void) => {
  const limit = models + besideBytes;
  const timer = setInterval(() => {
    const bytes = resident();
    if (bytes <= limit) return;
    logger.fatal({ bytes, limit }, 'the inference process takes more memory than it may, and ends');
    end();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};
