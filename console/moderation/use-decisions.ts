import { useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { type Headers, useApiMutation } from '../queries.ts'
import { moneyIn } from '../ui/formats.ts'
import { removeStored } from '../ui/persisted.ts'
import { recordNumber } from '../ui/record-number.tsx'
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
    const [number, sum] = [recordNumber(offer.id), moneyIn(i18n.locale, offer.totalCost, offer.currency)]
    runWithUndo({
      keys: [moderationKey(offer)],
      message: name === 'approve' ? t`Approved: ${number}, ${sum}` : t`Change approved: ${number}`,
      run: () =>
        mutations[name].mutateAsync(null).catch((error) => notifyFailure(t`Task ${offer.id} was not approved.`, error)),
      onUndo: () => moderation.open(offer.id),
    })
    moderation.open(moderation.next)
  }
}

type Rejection = 'reject' | 'rejectChange'

/** The name under which the reason is stored until it is sent, so that it survives an undo. */
export const reasonKey = (name: Rejection, { id }: A['OfferToJudge']): string =>
  name === 'reject' ? `offer-reject-${id}` : `offer-reject-change-${id}`

/** Rejects an offer or its requested change, as `useApproval` approves it. Undoing opens it again with the same reason. */
export function useRejection({ moderation, offer }: ModerationProps) {
  const { t, i18n } = useLingui()
  const request = (reason: string, header: Headers) => ({
    params: { path: { offerId: offer.id }, header },
    body: { reason, version: offer.version },
    keepalive: true,
  })
  const mutations = {
    reject: useApiMutation<string, unknown>(changedNouns, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/reject', request(reason, header)),
    ),
    rejectChange: useApiMutation<string, unknown>(changedNouns, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/reject', request(reason, header)),
    ),
  }
  return (name: Rejection, reason: string) => {
    const [number, sum] = [recordNumber(offer.id), moneyIn(i18n.locale, offer.totalCost, offer.currency)]
    runWithUndo({
      keys: [moderationKey(offer)],
      message: name === 'reject' ? t`Rejected: ${number}, ${sum}` : t`Change rejected: ${number}`,
      run: () =>
        mutations[name].mutateAsync(reason).then(
          () => removeStored(reasonKey(name, offer)),
          (error) => notifyFailure(t`Task ${offer.id} was not rejected.`, error),
        ),
      onUndo: () => moderation.open(offer.id),
    })
    moderation.open(moderation.next)
  }
}
