import { Type } from 'typebox'
import { amount, arrayOf, instant, iso, known, nullable, text } from '../values/requests/schema.ts'
import { type Closing, type ClosingState, obstacleCodes } from './closing.ts'

const obstacleSchema = Type.Object({
  code: known('ClosingObstacleCode', obstacleCodes),
  count: Type.Optional(Type.Integer()),
  amount: Type.Optional(amount()),
  currency: Type.Optional(Type.String({ description: 'ISO 4217; present with amount' })),
})

/** State of an account's closing. */
export const closingSchema = Type.Object(
  {
    status: Type.Unsafe<'Requested' | 'Closed' | 'Erased' | null>({
      type: ['string', 'null'],
      enum: ['Requested', 'Closed', 'Erased', null],
      description: 'null: not being closed',
    }),
    requestedAtUtc: nullable(instant),
    closesAtUtc: nullable(instant),
    obstacles: arrayOf(obstacleSchema),
    allowedActions: arrayOf(text),
  },
  { title: 'AccountClosing' },
)

export function serializeClosing({ closing, obstacles }: ClosingState) {
  const current = closing?.status === 'Cancelled' ? undefined : closing
  const isOwn = current?.requestedBy === current?.account
  const mayCancel = isOwn && current?.status === 'Requested'
  return {
    status: current === undefined ? null : (current.status as Exclude<Closing['status'], 'Cancelled'>),
    requestedAtUtc: current ? iso(current.requestedAt) : null,
    closesAtUtc: current ? iso(current.closesAt) : null,
    obstacles: [...obstacles],
    allowedActions: current ? (mayCancel ? ['CancelClosing'] : []) : ['Close'],
  }
}
