import { describe, it } from 'vitest';
import { certificationRecorded, isoStream } from '#test/fakes/certification-events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { NoticeCertificationExpiry, NoticeCertificationExpiryHandler } from './notice-certification-expiry.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new NoticeCertificationExpiryHandler(eventStore));
const recorded = stream(...isoStream, certificationRecorded);
const notice = (occurredAt: string, standard = 'ISO 27001') =>
  new NoticeCertificationExpiry(standard, { ...uploaderMetadata, actorType: 'system', occurredAt });

describe('NoticeCertificationExpiry', () => {
  it('a notice that is due says what expires, when, and how many days are left', () =>
    given(recorded)
      .when(notice('2027-10-02T00:00:00.000Z'))
      .thenOnce({
        type: 'CertificationExpiring',
        data: { standard: 'ISO 27001', expiresAt: '2027-11-01T00:00:00.000Z', daysLeft: 30 },
      }));

  it('no notice is given before it is due, or of what is not recorded', async () => {
    await given(recorded).when(notice('2027-08-02T23:59:59.999Z')).then();
    await given(recorded).when(notice('2027-10-02T00:00:00.000Z', 'SOC 2')).then();
  });
});
