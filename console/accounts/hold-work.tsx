import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'

type Work = Pick<A['WorkOfAccount'], 'id' | 'allowedActions'>
const changed = ['executions', 'audit', 'accounts']
const small = { size: 'xs' } as const

/** Keeps work from being accepted by time while fraud is looked into, and lets time go on afterwards. */
export function HoldWork({ of: { id, allowedActions } }: { readonly of: Work }) {
  const { t } = useLingui()
  const hold = useAction<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/hold', { params: { path: { id }, header }, body: { reason } }),
  )
  const release = useAction<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/reports/{id}/release', { params: { path: { id }, header }, body: { reason } }),
  )
  const shared = { allowed: allowedActions, field: 'reason', ask: t`Why`, button: small } as const
  return (
    <>
      <ReasonButton
        {...shared}
        action="Hold"
        label={t`Hold`}
        persistKey={`work-hold-${id}`}
        doing={hold}
        done={t`Held: time does not accept it.`}
      >
        <Trans>It is not accepted by time until somebody releases it.</Trans>
      </ReasonButton>
      <ReasonButton
        {...shared}
        action="Release"
        label={t`Release`}
        persistKey={`work-release-${id}`}
        doing={release}
        done={t`Released: time goes on.`}
      />
    </>
  )
}
