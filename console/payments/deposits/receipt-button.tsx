import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { A } from '../../api.ts'
import { inWorkspace, pays } from '../../workspace.ts'
import { BillingDialog, billingQuery } from './billing-details.tsx'

type Deposit = Pick<A['Deposit'], 'id' | 'paidAtUtc' | 'refunded' | 'chargedBack'>
type ReceiptLinkProps = { readonly href: string }

type Side = 'advertiser' | 'operator'

function useReceiptPath(side: Side, { id }: Deposit): string {
  const { i18n } = useLingui()
  return inWorkspace(`/console/api/${side}/deposits/${id}/receipt?locale=${i18n.locale}`)
}

/** Whether money of the deposit was returned, which credit notes say. */
export const hasCreditNotes = ({ paidAtUtc, refunded, chargedBack }: Deposit): boolean =>
  paidAtUtc !== null && refunded + chargedBack > 0

/** Downloads the credit notes of a deposit as PDF, if money of it was returned. */
export function CreditNotesLink({ deposit, side }: { readonly deposit: Deposit; readonly side: Side }) {
  const { i18n } = useLingui()
  if (!hasCreditNotes(deposit)) return null
  const href = inWorkspace(`/console/api/${side}/deposits/${deposit.id}/credit-notes?locale=${i18n.locale}`)
  return (
    <Button component="a" size="xs" variant="default" href={href} download>
      <Trans>Credit notes (PDF)</Trans>
    </Button>
  )
}

/** Downloads the receipt of a paid deposit as PDF. Asks for the billing details before the first one. */
export function ReceiptButton({ deposit }: { readonly deposit: Deposit }) {
  const { data: details } = useQuery({ ...billingQuery, enabled: deposit.paidAtUtc !== null })
  const [isOpen, dialog] = useDisclosure()
  const href = useReceiptPath('advertiser', deposit)
  if (!deposit.paidAtUtc || !details) return null
  if (details.name || !pays) return <ReceiptLink href={href} />
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Receipt (PDF)</Trans>
      </Button>
      <BillingDialog
        details={details}
        isOpen={isOpen}
        close={dialog.close}
        onSaved={() => window.location.assign(href)}
      >
        <Button component="a" variant="subtle" href={href} download onClick={dialog.close}>
          <Trans>Download without details</Trans>
        </Button>
      </BillingDialog>
    </>
  )
}

/** The same for operators, who enter no billing details. */
export function AnyReceiptLink({ deposit }: { readonly deposit: Deposit }) {
  const href = useReceiptPath('operator', deposit)
  return deposit.paidAtUtc ? <ReceiptLink href={href} /> : null
}

const ReceiptLink = ({ href }: ReceiptLinkProps) => (
  <Button component="a" size="xs" variant="default" href={href} download>
    <Trans>Receipt (PDF)</Trans>
  </Button>
)
