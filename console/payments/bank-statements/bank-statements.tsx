import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { Empty } from '../../ui/empty.tsx'
import { WrongEncoding } from '../../ui/input/text-file.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { readStatementFile } from './statement-file.ts'
import { StatementLines } from './statement-lines.tsx'
import { useStatement } from './use-statement.ts'

/** Matches the lines of a bank statement with deposits and withdrawals, and books them. */
export function BankStatements() {
  const { t } = useLingui()
  const [encoding, setEncoding] = useState<OtherEncoding>()
  const { file, query, confirmation, choose } = useStatement()
  const readFile = async (given: File | null) => {
    if (!given) return
    const read = await readStatementFile(given)
    setEncoding(read.isText ? undefined : read.encoding)
    if (read.isText) choose(read)
  }
  const button = (
    <FileButton onChange={(given) => void readFile(given)} accept=".xml,.csv,text/xml,application/xml,text/csv">
      {(props) => (
        <Button {...props} variant={file ? 'default' : 'filled'}>
          <Trans>Choose a statement</Trans>
        </Button>
      )}
    </FileButton>
  )
  return (
    <Page
      title={t`Bank statements`}
      description={t`Deposits and withdrawals that the bank reports, found by their references. A line is booked once, also if another file contains it.`}
      actions={file && button}
    >
      <WrongEncoding encoding={encoding} />
      {file ? (
        <>
          <Group gap="xs">
            <Text size="sm" c="dimmed" component="div">
              <UserText text={file.name} oneLine inherit />
            </Text>
          </Group>
          <QueryContent query={query}>
            {() => <StatementLines key={file.id} query={query} confirmation={confirmation} />}
          </QueryContent>
        </>
      ) : (
        <Empty title={t`No statement chosen`} action={button}>
          <Trans>
            Export a statement at your bank as CAMT.053 (XML), or make a CSV file with the columns date, amount and
            text. Nothing is booked before you confirm it.
          </Trans>
        </Empty>
      )}
    </Page>
  )
}
