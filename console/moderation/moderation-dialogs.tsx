import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { ReasonDialog, UndoableReasonDialog } from '../ui/reason-button.tsx'
import { changedNouns, type ModerationProps, reasonKey, useRejection } from './use-decisions.ts'

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

type DialogProps = ModerationProps & { readonly openDialog: ModerationDialog; readonly close: () => void }

/** The dialogs of decisions that need a reason. Rejections can be undone, a suspension takes effect at once. */
export function ModerationDialogs({ openDialog, moderation, offer, close }: DialogProps) {
  const { t } = useLingui()
  const { id } = offer
  const reject = useRejection({ moderation, offer })
  const suspend = useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/suspend', {
      params: { path: { offerId: id }, header },
      body: { reason },
    }),
  )
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
      <UndoableReasonDialog
        {...common}
        isOpen={openDialog === 'reject'}
        label={t`Reject`}
        persistKey={reasonKey('reject', offer)}
        onSubmit={(reason) => reject('reject', reason)}
      />
      <UndoableReasonDialog
        {...common}
        isOpen={openDialog === 'rejectChange'}
        label={t`Reject change`}
        persistKey={reasonKey('rejectChange', offer)}
        onSubmit={(reason) => reject('rejectChange', reason)}
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
