import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { ActionButton, Dialog } from '../../ui/action-button.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { useWords } from '../../ui/words.ts'
import { fieldWords } from '../withdrawals/withdrawal-fields.ts'

type Row = A['OperatorRefund']
type Refund = A['PayableRefund']
const changed = ['payments', 'ledger', 'audit']
const small = { size: 'xs' } as const

/** What an operator may do with a refund now. */
export function RefundActs({ of }: { readonly of: Row }) {
  const { t } = useLingui()
  const approve = useAction<number, Refund>(changed, (id, header) =>
    groupA.POST('/api/operator/refunds/{id}/approve', { params: { path: { id }, header } }),
  )
  return (
    <Group gap={6} justify="flex-end">
      {of.method && <PayTo id={of.id} />}
      <ActionButton
        size="xs"
        allowed={of.allowedActions}
        action="Approve"
        label={t`Approve`}
        doing={approve}
        input={of.id}
        done={t`Approved. Transfer the money now, then say that it is paid.`}
      />
      <Refuse
        of={of}
        verb="reject"
        action="Reject"
        label={t`Refuse`}
        done={t`Refused. The advertiser has the money again.`}
      />
      <Paid of={of} />
      <Refuse
        of={of}
        verb="failed"
        action="MarkFailed"
        label={t`It failed`}
        done={t`Marked as failed. The advertiser has the money again.`}
      />
    </Group>
  )
}

type Refusing = {
  readonly of: Row
  readonly verb: 'reject' | 'failed'
  readonly action: string
  readonly label: string
  readonly done: string
}

function Refuse({ of: { id, allowedActions }, verb, action, label, done }: Refusing) {
  const { t } = useLingui()
  const refuse = useAction<string, Refund>(changed, (reason, header) =>
    groupA.POST(`/api/operator/refunds/{id}/${verb}`, { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action={action}
      button={small}
      label={label}
      color="red"
      field="reason"
      ask={t`Why`}
      about={t`The advertiser reads it.`}
      persistKey={`refund-${verb}-${id}`}
      doing={refuse}
      done={done}
    />
  )
}

function Paid({ of: { id, allowedActions } }: { readonly of: Row }) {
  const { t } = useLingui()
  const paid = useAction<string, Refund>(changed, (reference, header) =>
    groupA.POST('/api/operator/refunds/{id}/paid', { params: { path: { id }, header }, body: { reference } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="MarkPaid"
      button={small}
      label={t`It was paid`}
      field="reference"
      ask={t`Reference of the bank`}
      persistKey={`refund-paid-${id}`}
      doing={paid}
      done={t`Marked as paid.`}
    />
  )
}

/** Shows the whole account that the money is to go to; the list has a hint of it only. */
function PayTo({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Bank details</Trans>
      </Button>
      <Dialog title={t`Bank details of refund ${id}`} isOpen={isOpen} close={dialog.close}>
        <Details id={id} />
      </Dialog>
    </>
  )
}

function Details({ id }: { readonly id: number }) {
  const word = useWords(fieldWords)
  const query = useQuery(
    ask(['payments', 'refund', id], (signal) =>
      groupA.GET('/api/operator/refunds/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <Loaded query={query}>
      {({ payTo }) =>
        payTo === null ? (
          <Trans>
            The details were sealed with another secret key. Refuse the request: the advertiser can ask again.
          </Trans>
        ) : (
          <dl className="facts">
            {Object.entries(payTo)
              .filter(([name]) => name !== 'type')
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{word(name)}</dt>
                  <dd>
                    <UserText text={String(value)} size="sm" />
                  </dd>
                </div>
              ))}
          </dl>
        )
      }
    </Loaded>
  )
}
