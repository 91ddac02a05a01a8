import { useLingui } from '@lingui/react/macro';
import { Fact } from '../../ui/fact';
import type { Facts } from './live-translation';

/** The facts of the translation that is shown, by which it can be named and found again. */
export const FactsPart = ({ facts: { confidence, models, modelHashes, requestIds } }: { facts: Facts }) => {
  const { t, i18n } = useLingui();
  return (
    <dl>
      {confidence !== undefined && (
        <Fact name={t`Confidence`}>{i18n.number(confidence, { style: 'percent', maximumFractionDigits: 0 })}</Fact>
      )}
      {models.length > 0 && <Fact name={t`Model`}>{models.join(', ')}</Fact>}
      {modelHashes.length > 0 && (
        <Fact name={t`SHA-256 of the model`} isFixed>
          {modelHashes.join(' ')}
        </Fact>
      )}
      <Fact name={t`Last request`} isFixed>
        {requestIds.at(-1)}
      </Fact>
    </dl>
  );
};
