import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../app/session';
import { Screen } from '../../ui/screen';
import { CertificationsPart } from './certifications-part';
import { ErasuresPart } from './erasures-part';
import { HoldsPart } from './holds-part';
import { StatusPart } from './status-part';

const ComplianceScreen = () => {
  const { t } = useLingui();
  // Of the roles those with it place holds and erase.
  const mayChange = useSession().scopes.includes('compliance:write');
  return (
    <Screen title={t`Compliance`}>
      <StatusPart />
      <CertificationsPart mayChange={mayChange} />
      <HoldsPart mayChange={mayChange} />
      <ErasuresPart mayChange={mayChange} />
    </Screen>
  );
};

export default ComplianceScreen;
