import { useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'

type Watched = A['WatchedWebhook']

/** An operator's actions on a webhook of any account. */
export function WatchedActions({ webhook: { id, allowedActions } }: { readonly webhook: Watched }) {
  const { t } = useLingui()
  const path = { id }
  const disable = useApiMutation<string, Watched>(['webhooks'], (reason, header) =>
    groupA.POST('/api/operator/webhooks/{id}/disable', { params: { path, header }, body: { reason } }),
  )
  const enable = useApiMutation<string, Watched>(['webhooks'], (reason, header) =>
    groupA.POST('/api/operator/webhooks/{id}/enable', { params: { path, header }, body: { reason } }),
  )
  const texts = { field: 'reason', fieldLabel: t`Reason`, buttonProps: { size: 'xs' } } as const
  return (
    <>
      <ReasonButton
        {...{ ...texts, allowed: allowedActions, action: 'Disable', mutation: disable }}
        label={t`Disable`}
        color="red"
        description={t`The owner can read it.`}
        persistKey={`webhook-disable-${id}`}
        successMessage={t`Disabled.`}
      />
      <ReasonButton
        {...{ ...texts, allowed: allowedActions, action: 'Enable', mutation: enable }}
        label={t`Enable`}
        persistKey={`webhook-enable-${id}`}
        successMessage={t`Enabled.`}
      />
    </>
  )
}
