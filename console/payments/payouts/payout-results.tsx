import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Group, List, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ErrorAlert, ProblemText } from '../../ui/error-alert.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type MarkedWithdrawals = A['MarkedWithdrawals']
const example = 'id,status,reference,reason\n310,Paid,SEPA 2026-03-01/77,\n312,Failed,,The bank knows no such account.'

/** Imports the bank's results from a file or pasted text and shows the outcome of each line. */
export function PayoutResults() {
  const { t } = useLingui()
  const form = usePersistedForm('payout-results', { csv: '' })
  const mutation = useApiMutation<string, MarkedWithdrawals>(['payments', 'ledger', 'audit'], (csv, header) =>
    groupA.POST('/api/operator/withdrawals/results', { params: { header }, body: { csv } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.values.csv.trim()) return form.setFieldError('csv', t`Paste the lines or choose a file.`)
    mutation.mutate(form.values.csv, {
      // Lines that were refused stay, to be corrected.
      onSuccess: ({ results }) => {
        if (results.every(({ ok }) => ok)) form.setFieldValue('csv', '')
        form.clearStored()
      },
      onError: form.showErrors,
    })
  }
  const readFile = (file: File | null) => void file?.text().then((csv) => form.setFieldValue('csv', csv))
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={t`CSV lines`}
          placeholder={example}
          autosize
          minRows={4}
          maxRows={14}
          required
          spellCheck={false}
          {...form.getInputProps('csv')}
        />
        <ErrorAlert error={mutation.error} />
        {mutation.data && <ImportOutcome result={mutation.data} />}
        <Group>
          <FileButton onChange={readFile} accept=".csv,text/csv,text/plain">
            {(props) => (
              <Button {...props} variant="default">
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FileButton>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Import results</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const shownMax = 50

function ImportOutcome({ result: { results } }: { readonly result: MarkedWithdrawals }) {
  const failed = results.filter(({ ok }) => !ok)
  const marked = results.length - failed.length
  return (
    <Alert role="status" color={failed.length > 0 ? 'yellow' : 'teal'}>
      <Plural value={marked} one="# withdrawal was marked." other="# withdrawals were marked." />{' '}
      {failed.length > 0 && (
        <>
          <Plural value={failed.length} one="# was refused:" other="# were refused:" />
          <List size="sm" mt="xs">
            {failed.slice(0, shownMax).map(({ id, line, problem }) => (
              <List.Item key={id}>
                <Trans>
                  Line {line}, #{id}:
                </Trans>{' '}
                {problem && <ProblemText problem={problem} />}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
