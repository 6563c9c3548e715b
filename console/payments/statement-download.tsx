import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Part } from '../ui/page.tsx'

const dayLength = 10
const day = (date: Date): string => date.toISOString().slice(0, dayLength)
const firstOfMonth = (): string => `${day(new Date()).slice(0, -2)}01`

/** Downloads the statement of a period as CSV, including the first and the last day. */
export function StatementDownload({ of = 'executor' }: { readonly of?: 'executor' | 'advertiser' }) {
  const { t } = useLingui()
  const [from, setFrom] = useState(firstOfMonth)
  const [to, setTo] = useState(() => day(new Date()))
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
  return (
    <Part title={t`Statement`} about={t`All transactions of a period, as a CSV file.`}>
      <Paper withBorder p="md" radius="md">
        <Group align="flex-end" gap="sm">
          <TextInput
            type="date"
            label={t`From`}
            value={from}
            max={to}
            onChange={(e) => setFrom(e.currentTarget.value)}
          />
          <TextInput type="date" label={t`To`} value={to} min={from} onChange={(e) => setTo(e.currentTarget.value)} />
          <Button component="a" variant="default" href={`/console/api/${of}/statement?${query}`} download>
            <Trans>Download</Trans>
          </Button>
        </Group>
      </Paper>
    </Part>
  )
}
