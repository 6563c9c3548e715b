import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'

type Work = Pick<A['WorkOfAccount'], 'id' | 'allowedActions'>
const changedNouns = ['executions', 'audit', 'accounts']
const buttonProps = { size: 'xs' } as const

/** Places and releases a fraud hold, during which work is not auto-accepted. */
export function HoldWork({ work: { id, allowedActions } }: { readonly work: Work }) {
  const { t } = useLingui()
  const hold = useApiMutation<string, unknown>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/hold', { params: { path: { id }, header }, body: { reason } }),
  )
  const release = useApiMutation<string, unknown>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/release', { params: { path: { id }, header }, body: { reason } }),
  )
  const common = { allowed: allowedActions, field: 'reason', fieldLabel: t`Reason`, buttonProps } as const
  return (
    <>
      <ReasonButton
        {...common}
        action="Hold"
        label={t`Hold`}
        persistKey={`work-hold-${id}`}
        mutation={hold}
        successMessage={t`On hold. It will not be auto-accepted.`}
      >
        <Trans>It will not be auto-accepted until released.</Trans>
      </ReasonButton>
      <ReasonButton
        {...common}
        action="Release"
        label={t`Release`}
        persistKey={`work-release-${id}`}
        mutation={release}
        successMessage={t`Released. Its deadline is running again.`}
      />
    </>
  )
}
