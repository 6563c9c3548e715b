import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Menu, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { EmailAddress } from '../ui/user-text.tsx'
import type { Assignment, Subject } from './assignments.ts'
import { useAccount } from './session.ts'

type AssigneeProps = {
  readonly subject: Subject
  readonly id: number
  /** Undefined if the record is unassigned. */
  readonly assignment: Assignment | undefined
}

/** Says which operator has an entry of a queue. Its menu takes it, hands it over or releases it. */
export function Assignee({ subject, id, assignment }: AssigneeProps) {
  const { t } = useLingui()
  const own = useAccount().data?.id
  const [isHandingOver, handOver] = useDisclosure()
  const [isRefused, refusal] = useDisclosure()
  const formerId = assignment?.assigneeId ?? null
  const mutation = useApiMutation<number | null, Assignment>(
    ['desk', 'offers', 'disputes', 'payments', 'moderation', 'accounts'],
    (assigneeId, header) =>
      groupA.PUT('/api/operator/assignments/{subject}/{id}', {
        params: { path: { subject, id }, header },
        body: { assigneeId, formerId },
      }),
  )
  if (own === undefined) return null
  const give = (to: number | null) => mutation.mutate(to, { onSuccess: handOver.close, onError: refusal.open })
  const label = formerId === null ? t`Not assigned` : formerId === own ? t`Mine` : assignment?.assigneeEmail
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-sm"
            {...lookOf(formerId, own)}
            loading={mutation.isPending}
            maw={200}
            aria-label={t`Who has ${id}: ${label}`}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formerId !== own && (
            <Menu.Item onClick={() => give(own)}>{formerId === null ? t`Assign to me` : t`Take over`}</Menu.Item>
          )}
          <Menu.Item onClick={handOver.open}>{t`Hand over…`}</Menu.Item>
          {formerId !== null && <Menu.Item onClick={() => give(null)}>{t`Release`}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <HandOver isOpen={isHandingOver} close={handOver.close} give={give} error={mutation.error} former={formerId} />
      <Dialog title={t`Not assigned`} isOpen={isRefused && !isHandingOver && mutation.isError} close={refusal.close}>
        <ErrorAlert error={mutation.error} />
      </Dialog>
    </>
  )
}

/** The button's look: muted text if nobody has the entry, a plain button if the reader has it, a yellow one if another operator has it. */
const lookOf = (assigneeId: number | null, own: number) =>
  assigneeId === null
    ? ({ variant: 'transparent', c: 'dimmed', fw: 450, px: 0 } as const)
    : assigneeId === own
      ? ({ variant: 'default' } as const)
      : ({ variant: 'light', color: 'yellow' } as const)

type HandOverProps = {
  readonly isOpen: boolean
  readonly close: () => void
  readonly give: (to: number) => void
  readonly error: Error | null
  readonly former: number | null
}

const operatorsQuery = apiQuery(['accounts', 'operators'], (signal) =>
  groupA.GET('/api/operator/accounts', { params: { query: { role: 'Operator', pageSize: 100 } as never }, signal }),
)

function HandOver({ isOpen, close, give, error, former }: HandOverProps) {
  const { t } = useLingui()
  const [to, setTo] = useState<string | null>(null)
  const { data } = useQuery({ ...operatorsQuery, enabled: isOpen })
  const operators = (data?.items ?? []).filter(({ id }: A['ManagedAccount']) => id !== former)
  return (
    <Dialog title={t`Hand over`} isOpen={isOpen} close={close}>
      <Stack gap="md">
        <Select
          label={t`Operator`}
          searchable
          data={operators.map(({ id, email }) => ({ value: String(id), label: email }))}
          value={to}
          onChange={setTo}
        />
        <ErrorAlert error={error} />
        <DialogButtons close={close}>
          <Button disabled={to === null} onClick={() => give(Number(to))}>
            <Trans>Hand over</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** Warns where an operator is about to decide on what another one has. It stays possible. */
export function OthersWork({ assignment }: Pick<AssigneeProps, 'assignment'>) {
  const own = useAccount().data?.id
  if (!assignment?.assigneeEmail || assignment.assigneeId === own) return null
  return (
    <Alert color="yellow">
      <Trans>
        <EmailAddress email={assignment.assigneeEmail} /> has this. Ask them before you decide.
      </Trans>
    </Alert>
  )
}
