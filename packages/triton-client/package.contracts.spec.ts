import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedPackage } from '../../test/packages/packed-package.js';

let packed: PackedPackage;
beforeAll(() => {
  packed = PackedPackage.pack('triton-client', ['@grpc', '@types']);
});
afterAll(() => packed.remove());

describe('the package', () => {
  it('the package has its code, types, protocol and licences, and none of its tests', () => {
    for (const file of [
      'LICENSE',
      'NOTICE',
      'README.md',
      'dist/triton-client.d.ts',
      'dist/protocol/grpc_service.proto',
    ]) {
      expect(packed.files).toContain(file);
    }
    expect(packed.files.filter((file) => /spec|contract|fixture|^[a-z-]+\.ts$/.test(file))).toEqual([]);
  });

  it('the package works from plain JavaScript', () => {
    const program = `import { createTritonClient } from '@transledger/triton-client';
       import { stringsOf } from '@transledger/triton-client/infer-response';
       import { TritonError } from '@transledger/triton-client/triton-error';
       const client = createTritonClient({ urls: ['grpc://127.0.0.1:1'] });
       const inputs = [{ name: 'A', datatype: 'BYTES', shape: [1], data: ['a'] }];
       try { await client.infer({ model: 'm', inputs }); } catch (error) {
         console.log(error instanceof TritonError, error.kind, typeof stringsOf);
       }
       client.close();`;
    expect(packed.run(program)).toBe('true unavailable function');
  });

  it('the package has types that TypeScript accepts, and that reject a wrong element', () => {
    const source = (data: string) =>
      `import { createTritonClient } from '@transledger/triton-client';
       import { outputNamed } from '@transledger/triton-client/infer-response';
       const client = createTritonClient({ urls: ['grpc://127.0.0.1:1'] });
       const inputs = [{ name: 'A', datatype: 'INT64', shape: [1], data: ${data} }] as const;
       export const sum: bigint | undefined = outputNamed(await client.infer({ model: 'm', inputs }), 'B', 'INT64').data[0];`;
    expect(packed.check(source('[1n]'))).toBe('');
    expect(packed.check(source('[1]'))).toMatch(/error TS/);
  });
});
