import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileInput, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { type B, groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { readTextFile, WrongEncoding } from '../../ui/input/text-file.tsx'
import type { Task } from '../form/offer-values.ts'

type AddedCodes = B['AddedCompletionCodes']

const useUpload = (id: number, preview: boolean) =>
  useApiMutation<string, AddedCodes>(preview ? [] : ['completion-codes'], (csv, header) =>
    groupB.POST('/tasks/{id}/completion-codes', {
      params: { path: { id }, header },
      body: { csv, ...(preview && { preview }) },
    }),
  )

/** Shows how many codes a file has, and the first of them, before they are added. */
export function UploadCodes({ task: { id } }: { readonly task: Task }) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<OtherEncoding>()
  const preview = useUpload(id, true)
  const upload = useUpload(id, false)
  const choose = (chosen: File | null) => {
    preview.reset()
    upload.reset()
    setEncoding(undefined)
    setFile(chosen)
  }
  const check = async () => {
    const decoded = file && (await readTextFile(file))
    if (decoded?.isText) preview.mutate(decoded.text)
    else setEncoding(decoded?.encoding)
  }
  const add = () =>
    upload.mutate(preview.variables ?? '', {
      onSuccess: ({ added }) => {
        choose(null)
        notifySuccess(t`Codes added: ${added}`)
      },
    })
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <FileInput
          label={t`Your own codes`}
          description={t`CSV file with the heading code, and one code per line`}
          placeholder={t`Choose a CSV file`}
          accept=".csv,text/csv,text/plain"
          clearable
          clearButtonProps={{ 'aria-label': t`Remove file` }}
          value={file}
          onChange={choose}
          flex={1}
        />
        <Button
          variant="default"
          loading={preview.isPending}
          disabled={!file || preview.data !== undefined}
          onClick={() => void check()}
        >
          <Trans>Check file</Trans>
        </Button>
      </Group>
      <WrongEncoding encoding={encoding} />
      {preview.data && <UploadPreview preview={preview.data} isPending={upload.isPending} add={add} />}
      <ErrorAlert error={preview.error ?? upload.error} />
    </Stack>
  )
}

type PreviewProps = { readonly preview: AddedCodes; readonly isPending: boolean; readonly add: () => void }

function UploadPreview({ preview: { added, codes }, isPending, add }: PreviewProps) {
  const first = (codes ?? []).join(', ')
  return (
    <Alert role="status" color="blue">
      <Stack gap="xs" align="flex-start">
        <Trans>The first codes of the file: {first}</Trans>
        <Button loading={isPending} onClick={add}>
          <Plural value={added} one="Add # code" other="Add # codes" />
        </Button>
      </Stack>
    </Alert>
  )
}
