import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { A } from '../api.ts'
import { StatementDownload } from '../payments/statement-download.tsx'
import { LinkButton } from '../ui/links.tsx'
import { AccountSummary } from './account-summary.tsx'

/** An account's balances, with a download of the transactions of a period. */
export function AccountStatement({ overview }: { readonly overview: A['AccountOverview'] }) {
  const { t } = useLingui()
  const { id, email } = overview.account
  return (
    <Stack gap="xl">
      <StatementDownload
        path={`/operator/accounts/${id}/statement`}
        description={t`A CSV file of all transactions in a period, as advertiser and as executor.`}
      >
        <LinkButton variant="default" to="/operator/deposits" search={{ email }}>
          <Trans>Deposits of this account</Trans>
        </LinkButton>
      </StatementDownload>
      <AccountSummary overview={overview} />
    </Stack>
  )
}
