// Says by its exit code whether the role in this container is alive. An API that waits for its database answers on its own
// port alone, a projector or worker on the metrics port alone: one answer is enough, for each comes from the same process.

const { HOST = '', PORT, TRANSLEDGER_METRICS_HOST = '127.0.0.1', TRANSLEDGER_METRICS_PORT } = process.env;
const anyAddress = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const hostOf = (host) => anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host);
const withinMs = 4_000;

const isAlive = async ([host, port]) => {
  const answer = await fetch(`http://${hostOf(host)}:${port}/health/live`, { signal: AbortSignal.timeout(withinMs) });
  if (!answer.ok) throw new Error(`port ${port} answers ${answer.status}`);
};

const addresses = [
  [TRANSLEDGER_METRICS_HOST, TRANSLEDGER_METRICS_PORT],
  [HOST, PORT],
].filter(([, port]) => port);

try {
  await Promise.any(addresses.map(isAlive));
} catch (error) {
  const reasons = error.errors?.map(({ message, cause }) => cause?.message ?? message) ?? [error.message];
  process.stderr.write(`${reasons.join('; ')}\n`);
  process.exitCode = 1;
}
