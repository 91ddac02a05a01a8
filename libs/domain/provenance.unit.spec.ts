import { expect, it } from 'vitest';
import { joinedProvenance } from './provenance.js';

const apertium = { id: 'apertium', host: null, region: null };
const triton = (host: string) => ({ id: 'triton', host, region: null });

it('each model, engine and version is named once, in the order of first use', () =>
  expect(
    joinedProvenance([
      { modelSha256: ['bb'], engines: [triton('b')], engineVersion: 'triton 2.51.0' },
      { modelSha256: ['aa', 'bb'], engines: [apertium, triton('b'), triton('a')], engineVersion: 'apertium 3.8.3' },
      { modelSha256: [], engines: [apertium], rulesVersion: '1', engineVersion: 'triton 2.51.0, apertium 3.8.3' },
    ]),
  ).toEqual({
    modelSha256: ['bb', 'aa'],
    engines: [triton('b'), apertium, triton('a')],
    rulesVersion: '1',
    engineVersion: 'triton 2.51.0, apertium 3.8.3',
  }));

it('what no step knew is absent, and an empty list is known', () => {
  expect(joinedProvenance([{}, {}])).toEqual({});
  expect(joinedProvenance([{ modelSha256: [] }, {}])).toEqual({ modelSha256: [] });
});
