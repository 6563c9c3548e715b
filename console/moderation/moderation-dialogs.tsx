import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { ReasonDialog } from '../ui/reason-button.tsx'

/** The open dialog. */
export type ModerationDialog = 'reject' | 'rejectChange' | 'suspend' | undefined

/** Standard reasons for offers that break a house rule. */
function useRuleTemplates(): readonly string[] {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  const { data } = useQuery({
    ...apiQuery(['moderation', 'rules', query], (signal) =>
      groupA.GET('/api/operator/offers/rules', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.rules.map(({ whenBroken }) => whenBroken) ?? []
}

const changedNouns = ['offers', 'audit', 'accounts']

type DialogProps = {
  readonly openDialog: ModerationDialog
  readonly offer: A['OfferToJudge']
  readonly close: () => void
  readonly onDecided: () => void
}

/** Actions that need a reason; a refusal names the version that was read. */
function useReasonMutations({ id, version }: A['OfferToJudge']) {
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId: id }, header } })
  return {
    reject: useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/reject', { ...params(header), body: { reason, version } }),
    ),
    rejectChange: useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/reject', { ...params(header), body: { reason, version } }),
    ),
    suspend: useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/suspend', { ...params(header), body: { reason } }),
    ),
  }
}

/** The dialogs of decisions that need a reason. */
export function ModerationDialogs({ openDialog, offer, close, onDecided }: DialogProps) {
  const { t } = useLingui()
  const { id } = offer
  const { reject, rejectChange, suspend } = useReasonMutations(offer)
  const common = {
    field: 'reason',
    fieldLabel: t`Reason`,
    description: t`The advertiser will see it. Say what to change.`,
    templates: useRuleTemplates(),
    color: 'red',
    close,
  } as const
  return (
    <>
      <ReasonDialog
        {...common}
        isOpen={openDialog === 'reject'}
        label={t`Reject`}
        persistKey={`offer-reject-${id}`}
        mutation={reject}
        successMessage={t`Rejected. The money was returned to the advertiser.`}
        onSuccess={onDecided}
      />
      <ReasonDialog
        {...common}
        isOpen={openDialog === 'rejectChange'}
        label={t`Reject change`}
        persistKey={`offer-reject-change-${id}`}
        mutation={rejectChange}
        successMessage={t`Change rejected. The task continues unchanged.`}
        onSuccess={onDecided}
      />
      <ReasonDialog
        {...common}
        isOpen={openDialog === 'suspend'}
        label={t`Suspend now`}
        persistKey={`offer-suspend-${id}`}
        mutation={suspend}
        successMessage={t`Suspended.`}
      >
        <Trans>No new reservations. Current reservations are revoked.</Trans>
      </ReasonDialog>
    </>
  )
}
