import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileInput, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type { OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { type B, groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { sumOfAmounts } from '../../ui/formats.ts'
import { readTextFile, WrongEncoding } from '../../ui/input/text-file.tsx'
import { spreadsheetQuery } from '../../ui/save-file.ts'
import { inWorkspace, reviews } from '../../workspace.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { Decisions } from './decisions.ts'
import { ImportPreview } from './import-preview.tsx'
import { type ReviewSearch, reportFilter } from './review-state.ts'

/** Exports the queue as CSV and imports decisions from CSV. */
export function ReviewCsv({ search, decisions }: { readonly search: ReviewSearch; readonly decisions: Decisions }) {
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
          <Menu.Item component="a" href={inWorkspace(`/console/api/v1/reports/export?${query}`)} download="reports.csv">
            <Trans>Export filtered submissions</Trans>
          </Menu.Item>
          {reviews && (
            <Menu.Item onClick={() => setOpen(true)}>
              <Trans>Import decisions…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ImportDialog isOpen={isOpen} close={() => setOpen(false)} decisions={decisions} onImported={setResults} />
      <BulkOutcome results={results} close={() => setResults(undefined)} />
    </>
  )
}

type ImportDialogProps = {
  readonly isOpen: boolean
  readonly close: () => void
  readonly decisions: Decisions
  readonly onImported: (results: B['BulkResults']) => void
}

const usePreview = () =>
  useApiMutation<string, B['BulkResults']>([], (csv, header) =>
    groupB.POST('/reports/import', { params: { header }, body: { csv, preview: true } }),
  )

/** The first step checks the file and shows totals, the second one decides after the time to undo it. */
function ImportDialog({ isOpen, close, decisions, onImported }: ImportDialogProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<OtherEncoding>()
  const preview = usePreview()
  const choose = (chosen: File | null) => {
    preview.reset()
    setEncoding(undefined)
    setFile(chosen)
  }
  const cancel = () => {
    choose(null)
    close()
  }
  const decide = (csv: string, { results, totals }: B['BulkResults']) => {
    const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
    const reports = [
      { costPerAction: sumOfAmounts([totals?.cost ?? 0, totals?.bonuses ?? 0]), currency: totals?.currency ?? 'USD' },
    ]
    void decisions
      .decideWithUndo({ verb: 'import', ids, body: { csv } }, { reports })
      .then((answer) => answer && onImported(answer.body as B['BulkResults']))
    cancel()
  }
  const submit = async () => {
    if (preview.data) return decide(preview.variables ?? '', preview.data)
    const decoded = file && (await readTextFile(file))
    if (decoded?.isText) preview.mutate(decoded.text)
    else setEncoding(decoded?.encoding)
  }
  const label = preview.data ? t`Import decisions` : t`Check file`
  return (
    <Dialog title={t`Import decisions from CSV`} isOpen={isOpen} close={cancel} size="lg">
      <DecisionForm submit={() => void submit()} close={cancel} label={preview.isPending ? t`Sending…` : label}>
        <FileOfDecisions file={file} choose={choose} />
        <WrongEncoding encoding={encoding} />
        {preview.data && <ImportPreview preview={preview.data} />}
        <ErrorAlert error={preview.error} />
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
