import { join } from 'node:path';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { ServerProcess } from './server-process.js';

export interface TritonOptions {
  /** Folder of the models. */
  repository: string;
  folder?: string;
  grpcPort?: number;
  /** `explicit` lets models be loaded and unloaded over the API; all are loaded at the start either way. */
  modelControl?: 'none' | 'explicit';
  /** Further arguments of its command line. */
  args?: string[];
  environment?: Record<string, string>;
}

export interface RunningTriton {
  /** Address in the form of `TRITON_URLS`. */
  grpcUrl: string;
  httpUrl: string;
  metricsUrl: string;
  grpcPort: number;
  server: ServerProcess;
}

const home = join(projectRoot, '.servers', 'triton-2.51');

/** Starts the tritonserver of the wheel `nvidia-pytriton`, on the CPU, with Debian's Python for Python models. */
export const startTriton = async (options: TritonOptions): Promise<RunningTriton> => {
  const grpcPort = options.grpcPort ?? (await freePort());
  const [httpPort, metricsPort] = [await freePort(), await freePort()];
  const server = await ServerProcess.start({
    name: 'triton',
    folder: options.folder,
    command: () => ({
      program: join(home, 'tritonserver/bin/tritonserver'),
      args: [
        `--model-repository=${options.repository}`,
        `--backend-directory=${join(home, 'tritonserver/backends')}`,
        `--cache-directory=${join(home, 'tritonserver/caches')}`,
        ...['http', 'grpc', 'metrics'].map((service) => `--${service}-address=127.0.0.1`),
        `--http-port=${httpPort}`,
        `--grpc-port=${grpcPort}`,
        `--metrics-port=${metricsPort}`,
        // Several servers on one machine must not share a region of memory by name.
        `--backend-config=python,shm-region-prefix-name=transledger-${grpcPort}`,
        ...(options.modelControl === 'explicit' ? ['--model-control-mode=explicit', '--load-model=*'] : []),
        ...(options.args ?? []),
      ],
      env: {
        ...process.env,
        PATH: '/usr/bin:/bin',
        LD_LIBRARY_PATH: join(home, 'nvidia_pytriton.libs'),
        PYTHONPATH: join(projectRoot, '.servers', 'triton-python'),
        ...options.environment,
      },
    }),
    isReady: (log) => log.includes('Started GRPCInferenceService') && log.includes('Started Metrics Service'),
  });
  return {
    grpcUrl: `grpc://127.0.0.1:${grpcPort}`,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    grpcPort,
    server,
  };
};
