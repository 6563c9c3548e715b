import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ErrorAlert, ProblemText } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { readTextFile, WrongEncoding } from '../../ui/input/text-file.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type MarkedWithdrawals = A['MarkedWithdrawals']
const example = 'id,status,reference,reason\n310,Paid,SEPA 2026-03-01/77,\n312,Failed,,The bank knows no such account.'

const useResults = (preview: boolean) =>
  useApiMutation<string, MarkedWithdrawals>(preview ? [] : ['payments', 'ledger', 'audit'], (csv, header) =>
    groupA.POST('/api/operator/withdrawals/results', {
      params: { header },
      body: { csv, ...(preview && { preview }) },
    }),
  )

/** Shows what the bank's results in a file or pasted text would change, then applies them and shows the outcome of each line. */
export function PayoutResults() {
  const { t } = useLingui()
  const form = usePersistedForm('payout-results', { csv: '' })
  const [encoding, setEncoding] = useState<OtherEncoding>()
  const preview = useResults(true)
  const mutation = useResults(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.values.csv.trim()) return form.setFieldError('csv', t`Paste the lines or choose a file.`)
    mutation.reset()
    preview.mutate(form.values.csv, { onError: form.showErrors })
  }
  const apply = (csv: string) =>
    mutation.mutate(csv, {
      // Lines that were refused stay, to be corrected.
      onSuccess: ({ results }) => {
        preview.reset()
        if (results.every(({ ok }) => ok)) form.setFieldValue('csv', '')
        form.clearStored()
      },
      onError: form.showErrors,
    })
  const readFile = async (file: File | null) => {
    const decoded = file && (await readTextFile(file))
    setEncoding(decoded?.isText === false ? decoded.encoding : undefined)
    if (decoded?.isText) form.setFieldValue('csv', decoded.text)
  }
  const isCurrent = preview.data !== undefined && preview.variables === form.values.csv
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
        <WrongEncoding encoding={encoding} />
        <ErrorAlert error={preview.error ?? mutation.error} />
        {mutation.data && <ImportOutcome result={mutation.data} />}
        {isCurrent && preview.data && <Preview result={preview.data} />}
        <Group>
          <FileButton onChange={(file) => void readFile(file)} accept=".csv,text/csv,text/plain">
            {(props) => (
              <Button {...props} variant="default">
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FileButton>
          <Button type="submit" variant={isCurrent ? 'default' : 'filled'} loading={preview.isPending}>
            <Trans>Check results</Trans>
          </Button>
          {isCurrent && (
            <Button loading={mutation.isPending} onClick={() => apply(form.values.csv)}>
              <Trans>Import results</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** What an import would change. */
function Preview({ result: { results, totals } }: { readonly result: MarkedWithdrawals }) {
  if (!totals) return null
  const { paid, failed, unchanged, refused, currency } = totals
  return (
    <Alert role="status" color={refused > 0 ? 'yellow' : 'blue'}>
      <Text size="sm">
        <Trans>
          Paid: {paid.count}, <Money amount={paid.amount} currency={currency} />
        </Trans>
      </Text>
      <Text size="sm">
        <Trans>
          Failed: {failed.count}, <Money amount={failed.amount} currency={currency} />
        </Trans>
      </Text>
      {unchanged > 0 && (
        <Text size="sm">
          <Trans>Unchanged: {unchanged}</Trans>
        </Text>
      )}
      <Refused results={results} />
    </Alert>
  )
}

const shownMax = 50

function ImportOutcome({ result: { results } }: { readonly result: MarkedWithdrawals }) {
  const marked = results.filter(({ ok }) => ok).length
  return (
    <Alert role="status" color={marked < results.length ? 'yellow' : 'teal'}>
      <Plural value={marked} one="# withdrawal was marked." other="# withdrawals were marked." />{' '}
      <Refused results={results} />
    </Alert>
  )
}

function Refused({ results }: Pick<MarkedWithdrawals, 'results'>) {
  const failed = results.filter(({ ok }) => !ok)
  if (failed.length === 0) return null
  return (
    <>
      <Plural value={failed.length} one="# line is refused:" other="# lines are refused:" />
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
  )
}
