import { describe, expect, it } from 'vitest';
import { certificationRecorded, isoCertification, isoStream } from '#test/fakes/certification-events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordCertification, RecordCertificationHandler } from './record-certification.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordCertificationHandler(eventStore));
const record = (changes: Partial<typeof isoCertification> = {}) =>
  new RecordCertification({ ...isoCertification, ...changes }, uploaderMetadata);

describe('RecordCertification', () => {
  it('a certification is recorded with the time of its first notice', () =>
    given()
      .when(record())
      .then({ type: 'CertificationRecorded', data: { nextNoticeAt: '2027-08-03T00:00:00.000Z' } }));

  it('a certification is recorded once, however often the request is repeated', () =>
    given().when(record()).thenOnce({ type: 'CertificationRecorded' }));

  it('a standard is the same one in other capitals', async () => {
    const { ports } = await given(stream(...isoStream, certificationRecorded))
      .when(record({ standard: 'Iso 27001' }))
      .then({ type: 'CertificationRecorded', data: { standard: 'Iso 27001' } });
    expect(new Set(ports.eventStore.events.map((event) => event.stream)).size).toBe(1);
  });

  it('another organization has its own certification of the standard', async () => {
    const theirs = new RecordCertification(isoCertification, { ...uploaderMetadata, organizationId: 'org_2' });
    const { ports } = await given(stream(...isoStream, certificationRecorded))
      .when(theirs)
      .then({ type: 'CertificationRecorded', data: { organizationId: 'org_2' } });
    expect(new Set(ports.eventStore.events.map((event) => event.stream)).size).toBe(2);
  });
});
