import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Code, FileButton, Group, List, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'

type Marked = A['MarkedWithdrawals']
const example = 'id,status,reference,reason\n310,Paid,SEPA 2026-03-01/77,\n312,Failed,,The bank knows no such account.'

/** Imports the bank's results from a file or pasted text and shows the outcome of each line. */
export function PayoutResults() {
  const { t } = useLingui()
  const form = usePersistedForm('payout-results', { csv: '' })
  const action = useAction<string, Marked>(['payments', 'ledger', 'audit'], (csv, header) =>
    groupA.POST('/api/operator/withdrawals/results', { params: { header }, body: { csv } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(form.values.csv, { onSuccess: form.forget, onError: form.refuse })
  }
  const read = (file: File | null) => void file?.text().then((csv) => form.setFieldValue('csv', csv))
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={t`File lines`}
          placeholder={example}
          autosize
          minRows={4}
          maxRows={14}
          required
          spellCheck={false}
          {...form.getInputProps('csv')}
        />
        <Refused error={action.error} />
        {action.data && <Outcome of={action.data} />}
        <Group>
          <FileButton onChange={read} accept=".csv,text/csv,text/plain">
            {(props) => (
              <Button {...props} variant="default">
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FileButton>
          <Button type="submit" loading={action.isPending}>
            <Trans>Read the results</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const shownMax = 50

function Outcome({ of: { results } }: { readonly of: Marked }) {
  const wrong = results.filter(({ ok }) => !ok)
  const done = results.length - wrong.length
  return (
    <Alert role="status" color={wrong.length > 0 ? 'yellow' : 'teal'}>
      <Plural value={done} one="# withdrawal was marked." other="# withdrawals were marked." />{' '}
      {wrong.length > 0 && (
        <>
          <Plural value={wrong.length} one="# could not be:" other="# could not be:" />
          <List size="sm" mt="xs">
            {wrong.slice(0, shownMax).map(({ id, line, problem }) => (
              <List.Item key={id}>
                <Trans>
                  Line {line}, № {id}:
                </Trans>{' '}
                {textOf(problem, 'title')} <Code>{textOf(problem, 'code')}</Code>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}

const textOf = (problem: Readonly<Record<string, unknown>> | undefined, member: 'code' | 'title'): string =>
  String(problem?.[member] ?? '')
