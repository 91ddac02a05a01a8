const everyMs = 50;

/** Watches the memory of the process; the end returns the most that was seen, in MiB. */
export const watchMemory = (): { stop: () => number } => {
  let most = process.memoryUsage.rss();
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return Math.round(most / 1024 ** 2);
    },
  };
};
