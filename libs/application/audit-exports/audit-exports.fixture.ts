import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import type { WantedExport } from './start-audit-export.handler.js';

export const { organizationId } = uploaderMetadata;

export const wantedExport: WantedExport = {
  exportId: 'exp_1',
  format: 'ndjson',
  filters: { action: ['detect'] },
  after: null,
  follow: false,
  treeSize: 7,
};
