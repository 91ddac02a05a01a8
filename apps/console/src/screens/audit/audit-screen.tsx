import './audit-screen.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Redirect, Route, Switch, useLocation, useParams } from 'wouter';
import { useFilters } from '../../app/search-parameters';
import { Failure } from '../../ui/failure';
import { Screen } from '../../ui/screen';
import { AuditFilters } from './audit-filters';
import { AuditList } from './audit-list';
import { EntryDialog } from './entry-dialog';
import { ExportPart } from './export-part';
import { LogTrustPart } from './log-trust-part';
import { filterNames, useAuditLog } from './use-audit-log';
import { VerifyPart } from './verify-part';

const Entry = () => {
  const { id = '' } = useParams<{ id: string }>();
  const [, go] = useLocation();
  return <EntryDialog id={id} onClose={() => go(`/audit${location.search}`)} />;
};

const AuditScreen = () => {
  const { t, i18n } = useLingui();
  const [filters, setFilters] = useFilters(filterNames);
  const [isAtTop, setIsAtTop] = useState(true);
  const [follows, setFollows] = useState(false);
  const { pages, view } = useAuditLog(filters, follows && isAtTop);
  const total = view.pagination;
  return (
    <Screen title={t`Audit log`}>
      <LogTrustPart />
      <AuditFilters filters={filters} onChange={setFilters} />
      <div className="row row-apart">
        <label className="choice">
          <input type="checkbox" checked={follows} onChange={({ target }) => setFollows(target.checked)} />
          {follows && !isAtTop ? (
            <Trans>Follow new entries (paused while you read below)</Trans>
          ) : (
            <Trans>Follow new entries</Trans>
          )}
        </label>
        <p className="hint" role="status">
          {total && (
            <Trans>
              {i18n.number(total.total)}
              {total.total_capped ? '+' : ''} entries
            </Trans>
          )}
        </p>
      </div>
      {view.error !== undefined && <Failure error={view.error} onRetry={pages.retry} />}
      {view.count === 0 && !view.hasMore ? (
        <p>
          <Trans>No entry is like that. Take a filter out to see more.</Trans>
        </p>
      ) : (
        <AuditList key={JSON.stringify(filters)} pages={pages} view={view} onTop={setIsAtTop} />
      )}
      <ExportPart filters={filters} />
      <VerifyPart />
      <Switch>
        <Route path="/audit/:id" component={Entry} />
        <Route path="/audit" />
        <Route>
          <Redirect to="/audit" />
        </Route>
      </Switch>
    </Screen>
  );
};

export default AuditScreen;
