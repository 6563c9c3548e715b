import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { RowsFaultAlert } from './rows-fault.tsx'
import { SampleTable } from './sample-table.tsx'
import type { ItemSource } from './use-item-source.ts'

/** Takes a file or pasted rows, and shows how they were read. */
export function ItemsInput({ source }: { readonly source: ItemSource }) {
  const { t } = useLingui()
  const { kind, setKind, text, setText, sample, error } = source
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t`Source of the items`}
        data={[
          { value: 'file', label: t`CSV file` },
          { value: 'rows', label: t`Paste rows` },
        ]}
        value={kind}
        onChange={(value) => setKind(value as ItemSource['kind'])}
      />
      {kind === 'file' ? (
        <FileField source={source} />
      ) : (
        <Textarea
          label={t`Rows`}
          description={t`Copy them from a spreadsheet with the names of the columns, or paste CSV or JSON. Up to 1,000 rows.`}
          placeholder={'picture,question\nhttps://example.com/1.jpg,What is it?'}
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      <RowsFaultAlert error={error} />
      {sample && <SampleTable sample={sample} />}
    </Stack>
  )
}

function FileField({ source: { file, fileName, choose } }: { readonly source: ItemSource }) {
  const { t } = useLingui()
  return (
    <>
      <FileInput
        label={t`File of items`}
        description={t`The first line names the columns. Each further line becomes one item.`}
        placeholder={t`Choose a CSV file`}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': t`Remove file` }}
        value={file}
        onChange={(chosen) => choose(chosen)}
      />
      {!file && fileName && (
        <Text size="sm" c="dimmed" role="status">
          <Trans>Choose {fileName} again: the browser forgets files after a reload.</Trans>
        </Text>
      )}
    </>
  )
}
