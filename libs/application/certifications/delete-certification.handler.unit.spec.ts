import { describe, expect, it } from 'vitest';
import { certificationRecorded, isoStream } from '#test/fakes/certification-events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { DeleteCertification, DeleteCertificationHandler } from './delete-certification.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new DeleteCertificationHandler(eventStore));
const recorded = stream(...isoStream, certificationRecorded);

describe('DeleteCertification', () => {
  it('a certification is deleted once, however often the request is repeated', () =>
    given(recorded)
      .when(new DeleteCertification('iso 27001', uploaderMetadata))
      .thenOnce({ type: 'CertificationDeleted', data: { standard: 'ISO 27001' } }));

  it('the standard is named as it was recorded', async () => {
    const { result } = await given(recorded)
      .when(new DeleteCertification(' iso 27001', uploaderMetadata))
      .then({ type: 'CertificationDeleted' });
    expect(result).toBe('ISO 27001');
  });

  it('a standard that is not recorded is not found', async () => {
    await given(recorded).when(new DeleteCertification('SOC 2', uploaderMetadata)).thenRejected('not_found');
  });

  it('a certification of another organization is not found', async () => {
    const theirs = { ...uploaderMetadata, organizationId: 'org_2' };
    await given(recorded).when(new DeleteCertification('ISO 27001', theirs)).thenRejected('not_found');
  });
});
