import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../test/project-root.js';

const modules = join(projectRoot, 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'triton-client-package-'));
const consumer = join(folder, 'consumer');
let files: string[] = [];

const run = (program: string, args: string[], cwd: string): string => {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

const npm = (args: string[], cwd: string): string => {
  const cli = process.env.npm_execpath;
  return cli === undefined ? run('npm', args, cwd) : run(process.execPath, [cli, ...args], cwd);
};

// The package is built from a copy: its build must not show up in this tree while other tests run.
beforeAll(() => {
  const source = join(folder, 'tree/libs/triton-client');
  cpSync(import.meta.dirname, source, {
    recursive: true,
    filter: (file) => !['dist', 'models'].includes(basename(file)),
  });
  symlinkSync(modules, join(folder, 'tree/node_modules'));
  const installed = join(consumer, 'node_modules/@transledger/triton-client');
  mkdirSync(installed, { recursive: true });
  npm(['pack', '--pack-destination', folder], source);
  const archive = join(folder, 'transledger-triton-client-0.1.0.tgz');
  files = run('tar', ['tzf', archive], folder).trim().split('\n');
  run('tar', ['xzf', archive, '-C', installed, '--strip-components=1'], folder);
  for (const name of ['@grpc', '@types']) symlinkSync(join(modules, name), join(consumer, 'node_modules', name));
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('the package has its code, types, protocol and licences, and none of its tests', () => {
    for (const file of [
      'LICENSE',
      'NOTICE',
      'README.md',
      'dist/triton-client.d.ts',
      'dist/protocol/grpc_service.proto',
    ]) {
      expect(files).toContain(`package/${file}`);
    }
    expect(files.filter((file) => /spec|contract|package\/[a-z-]+\.ts$/.test(file))).toEqual([]);
  });

  it('the package works from plain JavaScript', () => {
    writeFileSync(
      join(consumer, 'main.js'),
      `import { createTritonClient } from '@transledger/triton-client';
       import { stringsOf } from '@transledger/triton-client/infer-response';
       import { TritonError } from '@transledger/triton-client/triton-error';
       const client = createTritonClient({ urls: ['grpc://127.0.0.1:1'] });
       const inputs = [{ name: 'A', datatype: 'BYTES', shape: [1], data: ['a'] }];
       try { await client.infer({ model: 'm', inputs }); } catch (error) {
         console.log(error instanceof TritonError, error.kind, typeof stringsOf);
       }
       client.close();`,
    );
    expect(run(process.execPath, ['main.js'], consumer).trim()).toBe('true unavailable function');
  });

  it('the package has types that TypeScript accepts, and that reject a wrong element', () => {
    const source = (data: string) =>
      `import { createTritonClient } from '@transledger/triton-client';
       import { outputNamed } from '@transledger/triton-client/infer-response';
       const client = createTritonClient({ urls: ['grpc://127.0.0.1:1'] });
       const inputs = [{ name: 'A', datatype: 'INT64', shape: [1], data: ${data} }] as const;
       export const sum: bigint | undefined = outputNamed(await client.infer({ model: 'm', inputs }), 'B', 'INT64').data[0];`;
    const check = (data: string) => {
      writeFileSync(join(consumer, 'main.ts'), source(data));
      const options = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--lib',
        'es2023',
        '--types',
        'node',
      ];
      try {
        return run(
          process.execPath,
          [join(modules, 'typescript/bin/tsc'), ...options, '--skipLibCheck', 'main.ts'],
          consumer,
        );
      } catch (error) {
        return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
      }
    };
    expect(check('[1n]')).toBe('');
    expect(check('[1]')).toMatch(/error TS/);
  });
});
