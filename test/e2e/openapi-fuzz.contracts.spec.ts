import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { describeWith } from '#test/servers/describe-with.js';
import { inProject } from '#test/servers/installed.js';
import { RunningService } from './running-service.js';

/** The service alone, without an engine that refuses languages or limits that refuse callers. */
const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS: '0',
};

describeWith(['schemathesis'], 'the OpenAPI document, against the running service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings });
  });
  afterAll(() => service.dispose());

  const ownKeyId = async (): Promise<string> => {
    const answer = await service.fetch('/v1/api-keys');
    const { data } = (await answer.json()) as { data: { api_keys: [{ id: string }] } };
    return data.api_keys[0].id;
  };

  // The echo engine is one of a node by itself.
  it.skipIf(process.env.E2E_CLUSTER === '1')(
    'schemathesis finds nothing with all its checks',
    async () => {
      // What it keeps beside itself goes with the service's data.
      const cwd = service.dataDir;
      const fuzz = join(projectRoot, 'test/e2e/openapi-fuzz');
      const args = ['-m', 'schemathesis.cli', '--config-file', join(fuzz, 'schemathesis.toml')];
      const target = [`${service.url}/openapi.json`, '--url', service.url];
      const credentials = ['--header', `Authorization: Bearer ${service.apiKey}`];
      const env = {
        PATH: process.env.PATH,
        HOME: cwd,
        PYTHONPATH: [inProject('schemathesis-4.32.5'), fuzz].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'hooks',
        FUZZ_OWN_KEY_ID: await ownKeyId(),
      };
      const python = spawn('/usr/bin/python3', [...args, 'run', ...target, ...credentials, '--no-color'], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [report, [code]] = await Promise.all([text(python.stdout), once(python, 'exit')]);
      expect(code, report).toBe(0);
      expect(report).toMatch(/ Tested: (2[3-9]|[3-9]\d)\n/);
      // Else nothing but 401 would have been tested from some point on.
      expect((await service.fetch('/v1/organization')).status).toBe(200);
      expect(service.output).not.toContain('"level":"error"');
    },
    900_000,
  );
});
