import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { Returned } from './returns.ts'
import { returnedJson } from './serialize.ts'

const submitted: Returned = {
  outcome: 'Submitted',
  action: 'complete',
  reservation: idOf(9001),
  offer: idOf(42),
  execution: idOf(3001),
  completionCode: 'K7QX-2MP3-WZ9A',
  paidUnits: null,
  currency: 'USD',
}
const signature = '5f0c8a3b9d1e7264c0aa81f3de5b9720416c7d8e2fb3a95d0e6417c2b8f9a3d1'

export const returnDocs = docsIn('Work', {
  'POST /api/executor/reservations/:reservationId/return': {
    id: 'returnFromStudy',
    summary: 'Come back from the site of a study by its return link',
    about:
      'The link is made by the site of the study, for one reservation and one action. `complete` and `failed-check` submit the work if it needs nothing else. Otherwise `outcome` is `FormNeeded`: submit the work with `completionCode`. `screened-out` ends the reservation, and `paid` is what the task pays for that. The first action counts; the same link again gets the same answer.',
    body: { complete: { action: 'complete', signature } },
    answers: {
      200: {
        submitted: returnedJson.serialize(submitted),
        formNeeded: returnedJson.serialize({ ...submitted, outcome: 'FormNeeded', execution: null }),
        screenedOut: returnedJson.serialize({
          ...submitted,
          outcome: 'ScreenedOut',
          action: 'screened-out',
          execution: null,
          completionCode: null,
          paidUnits: 2_000n,
        }),
      },
    },
    problems: [
      'reservation_not_found',
      'return_link_invalid',
      'already_returned',
      'reservation_already_submitted',
      'reservation_expired',
      'reservation_not_active',
      'screen_out_not_possible',
      'execution_pending',
    ],
  },
})
