import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { B } from '../api.ts'
import { sumOfAmounts } from '../ui/formats.ts'
import { Money } from '../ui/formatted.tsx'

type Payments = readonly Pick<B['ListedReport'], 'rewardPerAction' | 'costPerAction' | 'currency'>[]

/** The money that accepting moves: what the executors receive, and what the advertiser pays. */
export function AcceptancePayment({ reports }: { readonly reports: Payments }) {
  const currency = reports[0]?.currency
  if (!currency) return null
  const sum = (name: 'rewardPerAction' | 'costPerAction') => (
    <strong>
      <Money amount={sumOfAmounts(reports.map((report) => report[name]))} currency={currency} />
    </strong>
  )
  return (
    <Text size="sm" w="100%" component="div">
      {reports.length === 1 ? (
        <Trans>
          Accepting pays the executor {sum('rewardPerAction')} and costs you {sum('costPerAction')}.
        </Trans>
      ) : (
        <Trans>
          Accepting pays the executors {sum('rewardPerAction')} in total and costs you {sum('costPerAction')}.
        </Trans>
      )}
    </Text>
  )
}
