import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { ask, useAction } from '../queries.ts'
import { ReasonDialog } from '../ui/reason-button.tsx'

/** The open dialog. */
export type Question = 'reject' | 'rejectChange' | 'suspend' | undefined

/** Standard reasons for offers that break a house rule. */
function useBrokenRules(): readonly string[] {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  const { data } = useQuery({
    ...ask(['moderation', 'rules', query], (signal) =>
      groupA.GET('/api/operator/offers/rules', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.rules.map(({ whenBroken }) => whenBroken) ?? []
}

const changed = ['offers', 'audit', 'accounts']

type DialogProps = {
  readonly question: Question
  readonly offer: A['OfferToJudge']
  readonly close: () => void
  readonly next: () => void
}

/** Actions that need a reason; a refusal names the version that was read. */
function useRefusals({ id, version }: A['OfferToJudge']) {
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId: id }, header } })
  return {
    reject: useAction<string, A['Offer']>(changed, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/reject', { ...params(header), body: { reason, version } }),
    ),
    rejectChange: useAction<string, A['Offer']>(changed, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/reject', { ...params(header), body: { reason, version } }),
    ),
    suspend: useAction<string, A['Offer']>(changed, (reason, header) =>
      groupA.POST('/api/operator/offers/{offerId}/suspend', { ...params(header), body: { reason } }),
    ),
  }
}

/** The dialogs of decisions that need a reason. */
export function ModerationDialogs({ question, offer, close, next }: DialogProps) {
  const { t } = useLingui()
  const { id } = offer
  const { reject, rejectChange, suspend } = useRefusals(offer)
  const shared = {
    field: 'reason',
    ask: t`Reason`,
    about: t`The advertiser will see it. Say what to change.`,
    templates: useBrokenRules(),
    color: 'red',
    close,
  } as const
  return (
    <>
      <ReasonDialog
        {...shared}
        isOpen={question === 'reject'}
        label={t`Reject`}
        persistKey={`offer-reject-${id}`}
        doing={reject}
        done={t`Rejected. The money was returned to the advertiser.`}
        then={next}
      />
      <ReasonDialog
        {...shared}
        isOpen={question === 'rejectChange'}
        label={t`Reject change`}
        persistKey={`offer-reject-change-${id}`}
        doing={rejectChange}
        done={t`Rejected. The offer continues unchanged.`}
        then={next}
      />
      <ReasonDialog
        {...shared}
        isOpen={question === 'suspend'}
        label={t`Suspend immediately`}
        persistKey={`offer-suspend-${id}`}
        doing={suspend}
        done={t`Suspended.`}
      >
        <Trans>No new reservations. Current reservations are revoked.</Trans>
      </ReasonDialog>
    </>
  )
}
