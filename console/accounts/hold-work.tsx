import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'

type Work = Pick<A['WorkOfAccount'], 'id' | 'allowedActions'>
const changed = ['executions', 'audit', 'accounts']
const small = { size: 'xs' } as const

/** Places and releases a fraud hold, during which work is not auto-accepted. */
export function HoldWork({ of: { id, allowedActions } }: { readonly of: Work }) {
  const { t } = useLingui()
  const hold = useAction<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/hold', { params: { path: { id }, header }, body: { reason } }),
  )
  const release = useAction<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/release', { params: { path: { id }, header }, body: { reason } }),
  )
  const shared = { allowed: allowedActions, field: 'reason', ask: t`Reason`, button: small } as const
  return (
    <>
      <ReasonButton
        {...shared}
        action="Hold"
        label={t`Hold`}
        persistKey={`work-hold-${id}`}
        doing={hold}
        done={t`On hold. It will not be auto-accepted.`}
      >
        <Trans>It will not be auto-accepted until released.</Trans>
      </ReasonButton>
      <ReasonButton
        {...shared}
        action="Release"
        label={t`Release`}
        persistKey={`work-release-${id}`}
        doing={release}
        done={t`Released. Its deadline is running again.`}
      />
    </>
  )
}
