import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../ui/page.tsx'
import { spreadsheetQuery } from '../ui/save-file.ts'
import { inWorkspace } from '../workspace.ts'

const dayLength = 10
const today = (): string => new Date().toISOString().slice(0, dayLength)
const firstOfMonth = (): string => `${today().slice(0, -2)}01`

type StatementDownloadProps = {
  /** Path of the statement below `/console/api`. */
  readonly path: string
  readonly description?: string
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Downloads the statement of a period as CSV, including the first and the last day. */
export function StatementDownload({ path, description, children }: StatementDownloadProps) {
  const { t, i18n } = useLingui()
  const [from, setFrom] = useState(firstOfMonth)
  const [to, setTo] = useState(today)
  const query = new URLSearchParams({
    ...spreadsheetQuery(i18n.locale),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  })
  return (
    <Section title={t`Statement`} description={description ?? t`A CSV file of all transactions in a period.`}>
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
          <Button component="a" variant="default" href={inWorkspace(`/console/api${path}?${query}`)} download>
            <Trans>Download</Trans>
          </Button>
          {children}
        </Group>
      </Paper>
    </Section>
  )
}
