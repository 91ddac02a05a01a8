import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../app/service';
import { Fact } from '../../ui/fact';
import { Loaded } from '../../ui/loaded';

/** Where the data are, as whoever runs the service has set it. */
export const StatusPart = () => {
  const { t } = useLingui();
  const status = useQuery({
    queryKey: ['compliance-status'],
    queryFn: ({ signal }) => service.compliance.status({ signal }),
  });
  return (
    <section>
      <h2>
        <Trans>Where the data are</Trans>
      </h2>
      <Loaded query={status}>
        {({ data_residency: { region, locations, encryption } }) => (
          <dl>
            <Fact name={t`Region`}>{region || '–'}</Fact>
            <Fact name={t`Places`}>{locations.join(', ') || '–'}</Fact>
            <Fact name={t`Files are encrypted with`}>{encryption}</Fact>
          </dl>
        )}
      </Loaded>
    </section>
  );
};
