import type { JsonSchema } from '../../catalog/catalog.ts'
import { mustBeReturnLink, studySecretOf } from '../../offers/studies/study.ts'
import { type Reservation, refusalOf } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { conflict } from '../../values/problems/problem.ts'
import type { ReturnAction, ReturnLink } from '../../values/requests/return-link.ts'

/** A reservation to which a return link brings its executor back. */
export type ReturnRow = Pick<Reservation, 'id' | 'offer' | 'executor' | 'kind' | 'status' | 'expiresAt'> & {
  /** The reservation of the link: this one, or an earlier one that it renews. */
  readonly signedFor: Id<'reservation'>
  /** What its study has reported; null: nothing, or that the executor was screened out. */
  readonly returned: Exclude<ReturnAction, 'screened-out'> | null
  readonly returnedAt: Date | null
  readonly secretVersion: number
  readonly executionDetailsSchema: JsonSchema
  /** What the offer pays for being screened out; null: nothing. */
  readonly screenOutUnits: Units | null
  readonly currency: string
  /** Its submitted work. */
  readonly ownExecution: Id<'execution'> | null
}

/** What a return link did. `FormNeeded`: the work needs more than the report of the study. */
export type Returned = {
  readonly outcome: 'Submitted' | 'FormNeeded' | 'ScreenedOut'
  readonly action: ReturnAction
  readonly reservation: Id<'reservation'>
  readonly offer: Id<'offer'>
  readonly execution: Id<'execution'> | null
  readonly completionCode: string | null
  /** What the executor was paid for being screened out; null: nothing. */
  readonly paidUnits: Units | null
  readonly currency: string
}

export const AlreadyReturned = conflict<{ reservationId: number; action: string }>(
  'already_returned',
  'Already returned',
  () => 'The site of the study has reported something else about this reservation. The first report counts.',
)

const firstReport = ({ returned, status }: ReturnRow): ReturnAction | null =>
  status === 'ScreenedOut' ? 'screened-out' : returned

/** Returns whether the link has done everything that it can do. Throws a refusal, in the same order for everyone: the signature comes first. */
export function decideReturn(
  row: ReturnRow,
  link: ReturnLink,
  secretKey: string,
  now: Date,
): { readonly isDone: boolean } {
  mustBeReturnLink(studySecretOf(secretKey, row.offer, row.secretVersion), String(row.signedFor), link)
  const first = firstReport(row)
  if (first !== null && first !== link.action) throw AlreadyReturned({ reservationId: row.id, action: first })
  if (first !== null && (row.status === 'Submitted' || row.status === 'ScreenedOut')) return { isDone: true }
  const refusal = refusalOf(row, now)
  if (refusal) throw refusal
  return { isDone: false }
}
