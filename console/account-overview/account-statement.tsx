import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { A } from '../api.ts'
import { LinkButton } from '../ui/links.tsx'
import { Part } from '../ui/page.tsx'
import { AccountSides } from './account-sides.tsx'

const dayLength = 10
const today = (): string => new Date().toISOString().slice(0, dayLength)

/** An account's balances, with a download of the transactions of a period. */
export function AccountStatement({ of }: { readonly of: A['AccountOverview'] }) {
  const { t } = useLingui()
  const { id, email } = of.account
  const [from, setFrom] = useState(() => `${today().slice(0, -2)}01`)
  const [to, setTo] = useState(today)
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
  return (
    <Stack gap="xl">
      <Part title={t`Statement`} about={t`All transactions of a period, on both sides, as a CSV file.`}>
        <Card withBorder>
          <Group align="flex-end" gap="sm">
            <TextInput type="date" label={t`From`} value={from} onChange={(e) => setFrom(e.currentTarget.value)} />
            <TextInput type="date" label={t`To`} value={to} onChange={(e) => setTo(e.currentTarget.value)} />
            <Button
              component="a"
              variant="default"
              href={`/console/api/operator/accounts/${id}/statement?${query}`}
              download
            >
              <Trans>Download</Trans>
            </Button>
            <LinkButton variant="default" to="/operator/deposits" search={{ email }}>
              <Trans>Deposits of this account</Trans>
            </LinkButton>
          </Group>
        </Card>
      </Part>
      <AccountSides of={of} />
    </Stack>
  )
}
