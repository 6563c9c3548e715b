import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { useLabels } from '../../ui/labels.ts'
import { QueryContent } from '../../ui/query-content.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { ApproveButton, PaidButton, RefuseButton } from '../outgoing-actions.tsx'
import { fieldLabels } from '../withdrawals/withdrawal-fields.ts'

type Row = A['OperatorRefund']

/** An operator's actions on a refund. */
export function RefundActions({ refund }: { readonly refund: Row }) {
  const { t } = useLingui()
  return (
    <Group gap={6} justify="flex-end">
      {refund.method && <BankDetailsButton id={refund.id} />}
      <ApproveButton
        kind="refund"
        payment={refund}
        successMessage={t`Approved. Transfer the money now, then mark it as paid.`}
      />
      <RefuseButton
        kind="refund"
        payment={refund}
        verb="reject"
        label={t`Refuse`}
        description={t`The advertiser will see it.`}
        successMessage={t`Refused. The money was returned to the advertiser.`}
      />
      <PaidButton kind="refund" payment={refund} />
      <RefuseButton
        kind="refund"
        payment={refund}
        verb="failed"
        label={t`Mark as failed`}
        description={t`The advertiser will see it.`}
        successMessage={t`Marked as failed. The money was returned to the advertiser.`}
      />
    </Group>
  )
}

/** Shows the complete account details; the list shows only a hint. */
function BankDetailsButton({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Bank details</Trans>
      </Button>
      <Dialog title={t`Bank details of refund ${id}`} isOpen={isOpen} close={dialog.close}>
        <BankDetails id={id} />
      </Dialog>
    </>
  )
}

function BankDetails({ id }: { readonly id: number }) {
  const label = useLabels(fieldLabels)
  const query = useQuery(
    apiQuery(['payments', 'refund', id], (signal) =>
      groupA.GET('/api/operator/refunds/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <QueryContent query={query}>
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
                  <dt>{label(name)}</dt>
                  <dd>
                    <UserText text={String(value)} size="sm" />
                  </dd>
                </div>
              ))}
          </dl>
        )
      }
    </QueryContent>
  )
}
