import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { decodeCursor, encodeCursor, type PageRequest, type Pagination } from '#libs/read-side/read-models/page.js';
import { type Histories, type HistoryResourceName, historyResources } from './histories.js';
import type { FoundHistory } from './history.dto.js';
import type { HistoryResource } from './history-resource.js';
import { shownEvents } from './shown-events.js';
import { type SnapshotAfter, statesAt, walkStream } from './stream-walk.js';

export const HISTORIES = Symbol('Histories');

export interface WantedHistory {
  organizationId: string;
  resource: string;
  id: string;
  /** RFC 3339, UTC, milliseconds; now when undefined. */
  asOf: string | undefined;
  page: PageRequest;
}

const notFound = () => new Rejection('not_found', { message: 'The resource does not exist, or did not then.' });

const noHistory = () =>
  new Rejection('not_found', { message: `There is a history of ${historyResources.join(', ')}, and of nothing else.` });

const isName = (resource: string): resource is HistoryResourceName =>
  (historyResources as readonly string[]).includes(resource);

const isRevision = ([revision, ...rest]: unknown[]): boolean =>
  Number.isSafeInteger(revision) && Number(revision) >= 0 && rest.length === 0;

/** Makes the history of a resource of its stream, which it reads from the beginning, however old the page is. */
@Injectable()
export class FindHistoryHandler {
  /**
   * A long stream takes seconds: a process reads two at a time, of two organizations, which leaves connections of the
   * smallest pool to others.
   */
  private readonly walks = new FairSlots({ slots: 2, perKey: 1, maxWaiting: 20 });

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(HISTORIES) private readonly histories: Histories,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /**
   * @throws Rejection `not_found`, also for a resource of another organization and before its creation;
   * `invalid_request` for a moment in the future, or a cursor of another history
   */
  async handle(wanted: WantedHistory): Promise<FoundHistory> {
    const { organizationId, resource: name, id } = wanted;
    if (!isName(name)) throw noHistory();
    const ownId = await ownIdOf(this.histories[name], organizationId, id);
    if (ownId === undefined) throw notFound();
    return this.walks.run(organizationId, () => this.read(wanted, name, ownId));
  }

  private async read(
    { organizationId, id, asOf, page }: WantedHistory,
    name: HistoryResourceName,
    ownId: string,
  ): Promise<FoundHistory> {
    const resource = this.histories[name];
    const list = `history ${name} ${ownId}`;
    const now = new Date().toISOString();
    const after =
      page.cursor === undefined ? undefined : decodeCursor<readonly [number]>(list, page.cursor, isRevision)[0];
    const { total, events, last, lastAt } = await walkStream(this.eventStore, {
      stream: streamName(resource.category, ownId),
      resource,
      first: after === undefined ? page.offset : after + 1,
      maxEvents: page.limit,
      until: asOf,
      onFirst: (event) => assertOwn(event, organizationId),
    });
    if (lastAt === undefined) throw notFound();
    // A moment that an event has is never in the future, whatever the clock of this node says.
    if (asOf !== undefined && asOf > now && asOf > lastAt) {
      throw new Rejection('invalid_request', { details: { as_of: ['must not be in the future'] } });
    }
    const moment = asOf ?? (lastAt > now ? lastAt : now);
    const moments = events.map(({ event, snapshot }) => ({ snapshot, time: event.recordedAt }));
    const [shown, states] = await Promise.all([
      shownEvents(
        this.subjectKeys,
        events.map(({ event }) => event),
      ),
      statesAt(resource, organizationId, [...moments, { snapshot: last, time: moment }]),
    ]);
    return {
      resource: name,
      resource_id: id,
      as_of: moment,
      state: states.at(-1) ?? null,
      events: shown.map((event, index) => ({ ...event, state: states[index] ?? null })),
      pagination: paginationOf(list, page, total, events),
    };
  }
}

const ownIdOf = async (
  { idPrefix, aliases = [] }: HistoryResource,
  organizationId: string,
  id: string,
): Promise<string | undefined> => {
  if (isId(id, idPrefix)) return id;
  return aliases.find((alias) => isId(id, alias.idPrefix))?.ownId(organizationId, id);
};

/** Unlike another page, one with more behind it may have fewer events than its limit. */
const paginationOf = (
  list: string,
  { limit, offset, cursor }: PageRequest,
  total: number,
  events: readonly SnapshotAfter[],
): Pagination => {
  const last = events.at(-1)?.event.revision;
  const has_more = last !== undefined && last + 1 < total;
  const next_cursor = has_more ? encodeCursor(list, [last]) : null;
  return { total, limit, offset: cursor === undefined ? offset : 0, has_more, next_cursor };
};

const assertOwn = (event: RecordedEvent, organizationId: string): void => {
  if (metadataOf(event).organizationId !== organizationId) throw notFound();
};
