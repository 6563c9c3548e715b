import { type Sql, sql } from '../../platform/sql.ts'
import type { Offer } from '../offer.ts'
import { offerSnapshot, stateSnapshot } from '../sql-fragments.ts'

type PreviousState = Pick<Offer, 'status' | 'pausedBy'>

/** The event's snapshot of the offer, from the parts `state` and `offers`. `heldUnits`: its hold at that time. */
const snapshot = (heldUnits: Sql): Sql => sql`
  jsonb_build_object('offer', ${offerSnapshot(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${heldUnits})`

/** The event task.moderated as rows for `recordEvents`, if the statement approves or rejects an offer that was pending. */
export const moderatedEvent = ({ status }: PreviousState, heldUnits: Sql): Sql => sql`
  select 'task.moderated', state.advertiser, state.offer, null::bigint, ${snapshot(heldUnits)}, 2
  from state join offers on offers.id = state.offer
  where ${status}::text = 'PendingModeration' and state.status in ('Active', 'Rejected')`

/** The event task.paused as rows for `recordEvents`, if the statement pauses an offer, or an operator or the system takes over a pause. */
export const pausedEvent = ({ status, pausedBy }: PreviousState, heldUnits: Sql): Sql => sql`
  select 'task.paused', state.advertiser, state.offer, null::bigint, ${snapshot(heldUnits)}, 3
  from state join offers on offers.id = state.offer
  where state.status = 'Paused' and (${status}::text <> 'Paused' or state.paused_by is distinct from ${pausedBy}::text)`

/** The event task.archived as rows for `recordEvents`, if the statement archives an offer. */
export const archivedEvent = ({ status }: PreviousState, heldUnits: Sql): Sql => sql`
  select 'task.archived', state.advertiser, state.offer, null::bigint, ${snapshot(heldUnits)}, 4
  from state join offers on offers.id = state.offer
  where state.status = 'Archived' and ${status}::text <> 'Archived'`
