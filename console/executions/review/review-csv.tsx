import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileInput, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type { OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { type B, groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { readTextFile, WrongEncoding } from '../../ui/input/text-file.tsx'
import { spreadsheetQuery } from '../../ui/save-file.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { DecisionForm } from './decision-form.tsx'
import { changedByDecisions } from './decision-request.ts'
import { ImportPreview } from './import-preview.tsx'
import { type ReviewSearch, reportFilter } from './review-state.ts'

/** Exports the queue as CSV and imports decisions from CSV. */
export function ReviewCsv({ search }: { readonly search: ReviewSearch }) {
  const [isOpen, setOpen] = useState(false)
  const [results, setResults] = useState<B['BulkResults']>()
  const { i18n } = useLingui()
  const query = new URLSearchParams({
    ...spreadsheetQuery(i18n.locale),
    ...(reportFilter(search) as Record<string, string>),
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">CSV</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={`/console/api/v1/reports/export?${query}`} download="reports.csv">
            <Trans>Export filtered submissions</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setOpen(true)}>
            <Trans>Import decisions…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ImportDialog isOpen={isOpen} close={() => setOpen(false)} onImported={setResults} />
      <BulkOutcome results={results} close={() => setResults(undefined)} />
    </>
  )
}

type ImportDialogProps = {
  readonly isOpen: boolean
  readonly close: () => void
  readonly onImported: (results: B['BulkResults']) => void
}

const useImport = (preview: boolean) =>
  useApiMutation<string, B['BulkResults']>(preview ? [] : changedByDecisions, (csv, header) =>
    groupB.POST('/reports/import', { params: { header }, body: { csv, ...(preview && { preview }) } }),
  )

/** The first step checks the file and shows totals, the second one decides. */
function ImportDialog({ isOpen, close, onImported }: ImportDialogProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<OtherEncoding>()
  const preview = useImport(true)
  const mutation = useImport(false)
  const choose = (chosen: File | null) => {
    preview.reset()
    mutation.reset()
    setEncoding(undefined)
    setFile(chosen)
  }
  const cancel = () => {
    choose(null)
    close()
  }
  const decide = (csv: string) =>
    mutation.mutate(csv, {
      onSuccess: (results) => {
        cancel()
        onImported(results)
      },
    })
  const submit = async () => {
    if (preview.data) return decide(preview.variables ?? '')
    const decoded = file && (await readTextFile(file))
    if (decoded?.isText) preview.mutate(decoded.text)
    else setEncoding(decoded?.encoding)
  }
  const isPending = preview.isPending || mutation.isPending
  const label = preview.data ? t`Import decisions` : t`Check file`
  return (
    <Dialog title={t`Import decisions from CSV`} isOpen={isOpen} close={cancel} size="lg">
      <DecisionForm submit={() => void submit()} close={cancel} label={isPending ? t`Sending…` : label}>
        <FileOfDecisions file={file} choose={choose} />
        <WrongEncoding encoding={encoding} />
        {preview.data && <ImportPreview preview={preview.data} />}
        <ErrorAlert error={preview.error ?? mutation.error} />
      </DecisionForm>
    </Dialog>
  )
}

type FileProps = { readonly file: File | null; readonly choose: (file: File | null) => void }

function FileOfDecisions({ file, choose }: FileProps) {
  const { t } = useLingui()
  return (
    <>
      <Text size="sm">
        <Trans>
          Export the submissions as CSV. Write accept, reject or rework in a column named action. For reject and rework,
          give a reason in a column named reason. Lines without an action are skipped.
        </Trans>
      </Text>
      <FileInput
        label={t`File`}
        placeholder={t`Choose a CSV file`}
        accept=".csv,text/csv"
        required
        clearable
        clearButtonProps={{ 'aria-label': t`Clear selection` }}
        value={file}
        onChange={choose}
      />
    </>
  )
}
