import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { ActionButton, Dialog } from '../../ui/action-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { useWords } from '../../ui/words.ts'
import { changedByPayments, PaidButton, RefuseButton } from '../outgoing-actions.tsx'
import { fieldWords } from '../withdrawals/withdrawal-fields.ts'

type Row = A['OperatorRefund']
type Refund = A['PayableRefund']

/** An operator's actions on a refund. */
export function RefundActs({ of }: { readonly of: Row }) {
  const { t } = useLingui()
  const approve = useAction<number, Refund>(changedByPayments, (id, header) =>
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
        done={t`Approved. Transfer the money now, then mark it as paid.`}
      />
      <RefuseButton
        kind="refund"
        of={of}
        verb="reject"
        label={t`Refuse`}
        about={t`The advertiser will see it.`}
        done={t`Refused. The money was returned to the advertiser.`}
      />
      <PaidButton kind="refund" of={of} />
      <RefuseButton
        kind="refund"
        of={of}
        verb="failed"
        label={t`Mark as failed`}
        about={t`The advertiser will see it.`}
        done={t`Marked as failed. The money was returned to the advertiser.`}
      />
    </Group>
  )
}

/** Shows the complete account details; the list shows only a hint. */
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
            The bank details were encrypted with another secret key. Refuse the request; the advertiser can submit a new
            one.
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
