import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { ActionButton } from '../ui/action-button.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'

type Props<Body> = {
  readonly allowed: readonly string[]
  readonly id: number
  /** Key under which the reason of a refusal is stored until it is sent. */
  readonly persistKey: string
  readonly approve: UseMutationResult<Body, Error, number>
  readonly refuse: UseMutationResult<Body, Error, string>
}

/** Approve and Refuse, for what another operator requested. */
export function SecondOperatorButtons<Body>({ allowed, id, persistKey, approve, refuse }: Props<Body>) {
  const { t } = useLingui()
  if (allowed.length === 0) return <Trans>Another operator decides.</Trans>
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <ActionButton
        size="xs"
        allowed={allowed}
        action="Approve"
        label={t`Approve`}
        mutation={approve}
        input={id}
        successMessage={t`Request approved.`}
      />
      <ReasonButton
        allowed={allowed}
        action="Refuse"
        buttonProps={{ size: 'xs' }}
        label={t`Refuse`}
        color="red"
        field="reason"
        fieldLabel={t`Reason`}
        description={t`Recorded in the audit log.`}
        persistKey={persistKey}
        mutation={refuse}
        successMessage={t`Request refused.`}
      />
    </Group>
  )
}
