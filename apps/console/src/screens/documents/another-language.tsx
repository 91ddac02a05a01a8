import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from '@transledger/sdk';
import { useState } from 'react';
import { useLanguages } from '../../app/languages';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { LanguageField } from '../../ui/language-field';

/** Has a document translated to one more language. */
export const AnotherLanguage = ({ document }: { document: Document }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [, setFilters] = useFilters(['target', 'page']);
  const { targets } = useLanguages(document.source_language);
  const others = targets.filter(({ code }) => code !== document.target_language);
  const [chosen, setChosen] = useState('');
  const target = chosen || (others[0]?.code ?? '');
  const translate = useMutation({
    mutationFn: () => service.documents.translateAgain(document.id, { target }),
    onSuccess: async () => {
      setFilters({ target, page: '' });
      await queries.invalidateQueries({ queryKey: ['documents'] });
    },
  });
  if (others.length === 0) return null;
  return (
    <section aria-label={t`Another language`}>
      <h3>
        <Trans>Another language</Trans>
      </h3>
      <div className="row document-download">
        <LanguageField label={t`To`} languages={others} value={target} onChange={setChosen} />
        <Button isBusy={translate.isPending} onClick={() => translate.mutate()}>
          <Trans>Translate to it too</Trans>
        </Button>
      </div>
      {translate.error && <Failure error={translate.error} />}
    </section>
  );
};
