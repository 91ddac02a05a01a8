import './documents-screen.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Screen } from '../../ui/screen';
import { DocumentRow } from './document-row';
import { isUnderWay } from './document-state';
import { DocumentView } from './document-view';
import { UploadPart } from './upload-part';

const pageSize = 50;
const lookMs = 2_000;

const DocumentList = ({ mayWrite }: { mayWrite: boolean }) => {
  const { user, organization } = useSession();
  const documents = useInfiniteQuery({
    queryKey: ['documents'],
    queryFn: ({ pageParam, signal }) =>
      service.documents.list({ limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }).page(),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.documents.some(({ status }) => isUnderWay(status))) ? lookMs : false,
  });
  const listed = documents.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <>
      <h2>
        {user.role === 'translator' ? <Trans>Your documents</Trans> : <Trans>Documents of {organization.name}</Trans>}
      </h2>
      {documents.error && <Failure error={documents.error} onRetry={() => void documents.refetch()} />}
      {documents.isSuccess && listed.length === 0 && (
        <p>
          {mayWrite ? (
            <Trans>There is none yet. Choose a file above, and its translation appears here.</Trans>
          ) : (
            <Trans>There is none yet.</Trans>
          )}
        </p>
      )}
      {listed.length > 0 && (
        <ul className="documents">
          {listed.map((document) => (
            <DocumentRow key={`${document.id} ${document.target_language}`} document={document} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {documents.hasNextPage && (
        <Button isBusy={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
          <Trans>Older documents</Trans>
        </Button>
      )}
    </>
  );
};

const DocumentsScreen = () => {
  const { t } = useLingui();
  const { scopes } = useSession();
  const mayWrite = scopes.includes('documents:write');
  return (
    <Screen title={t`Documents`}>
      <Switch>
        <Route path="/documents/:id">{({ id }) => <DocumentView key={id} id={id} mayWrite={mayWrite} />}</Route>
        <Route>
          {mayWrite && <UploadPart />}
          <DocumentList mayWrite={mayWrite} />
        </Route>
      </Switch>
    </Screen>
  );
};

export default DocumentsScreen;
