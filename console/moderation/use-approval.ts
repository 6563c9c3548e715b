import { useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { type Headers, useApiMutation } from '../queries.ts'
import { moneyIn } from '../ui/formats.ts'
import { notifyFailure, runWithUndo } from '../ui/undo/undo.tsx'
import { type ModerationState, moderationKey } from './queue-state.ts'

export type ModerationProps = { readonly moderation: ModerationState; readonly offer: A['OfferToJudge'] }

export const changedNouns = ['offers', 'audit', 'accounts']

/** Approves an offer or its requested change. Opens the next one at once; the approval is sent after the time to undo it. */
export function useApproval({ moderation, offer }: ModerationProps) {
  const { t, i18n } = useLingui()
  // The decision applies to the version read; if the offer has changed, the response is 409.
  const request = (header: Headers) => ({
    params: { path: { offerId: offer.id }, header },
    body: { version: offer.version },
    keepalive: true,
  })
  const mutations = {
    approve: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/approve', request(header)),
    ),
    approveChange: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/approve', request(header)),
    ),
  }
  return (name: keyof typeof mutations) => {
    const sum = moneyIn(i18n.locale, offer.totalCost, offer.currency)
    runWithUndo({
      keys: [moderationKey(offer)],
      message: name === 'approve' ? t`Approved: № ${offer.id}, ${sum}` : t`Change approved: № ${offer.id}`,
      run: () =>
        mutations[name].mutate(null, {
          onError: (error) => notifyFailure(t`Task ${offer.id} was not approved.`, error),
        }),
      onUndo: () => moderation.open(offer.id),
    })
    moderation.open(moderation.next)
  }
}
