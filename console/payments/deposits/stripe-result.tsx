import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Money } from '../../ui/formatted.tsx'

const refetchMs = 3_000

type StripeResultProps = { readonly depositId: number; readonly isCancelled: boolean }

/** Shows the result after returning from Stripe. Stripe reports it to the marketplace with a short delay. */
export function StripeResult({ depositId, isCancelled }: StripeResultProps) {
  const client = useQueryClient()
  const { data: deposit } = useQuery({
    ...apiQuery(['deposit', depositId], (signal) =>
      groupA.GET('/api/advertiser/deposits/{depositId}', { params: { path: { depositId } }, signal }),
    ),
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' && !isCancelled ? refetchMs : false),
  })
  const status = deposit?.status
  useEffect(() => {
    if (status && status !== 'Pending') void client.invalidateQueries({ queryKey: ['payments'] })
  }, [status, client])
  if (!deposit) return null
  if (deposit.status === 'Pending') return isCancelled ? <NotPaid url={deposit.url} /> : <AwaitingConfirmation />
  if (deposit.paidAtUtc === null) return <NotPaid url={null} />
  return (
    <Alert color="teal" role="status" title={<Trans>Payment received</Trans>}>
      <Money amount={deposit.amount} currency={deposit.currency} />
    </Alert>
  )
}

const AwaitingConfirmation = () => (
  <Alert color="accent" role="status" icon={<Loader size={18} />} title={<Trans>Awaiting payment confirmation</Trans>}>
    <Trans>This takes a few seconds. You can leave this page; the payment will still be credited.</Trans>
  </Alert>
)

const NotPaid = ({ url }: { readonly url: string | null }) => (
  <Alert color="yellow" role="status" title={<Trans>Nothing was paid</Trans>}>
    {url && (
      <Anchor href={url}>
        <Trans>Return to payment</Trans>
      </Anchor>
    )}
  </Alert>
)
