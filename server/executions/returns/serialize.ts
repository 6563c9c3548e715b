import { Type } from 'typebox'
import { returnActions } from '../../values/requests/return-link.ts'
import { amount, id, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { Returned } from './returns.ts'

export const returnedJson = serializer<Returned>({ title: 'Returned' })({
  outcome: known(
    'ReturnOutcome',
    ['Submitted', 'FormNeeded', 'ScreenedOut'],
    'FormNeeded: submit the work yourself, because it needs more than the report of the study',
  ),
  action: known('ReturnAction', returnActions),
  reservationId: [id, 'reservation'],
  offerId: [id, 'offer'],
  executionId: [nullable(id), 'execution'],
  paid: [nullable(amount({ description: 'What was paid for being screened out; null: nothing' })), 'paidUnits'],
  currency: text,
  completionCode: nullable(
    Type.String({ description: 'The code of this work, for `details.completionCode`; null: the work has none' }),
  ),
})
