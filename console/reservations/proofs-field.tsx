import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Input, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { MoveButtons } from './move-buttons.tsx'
import { UploadedProof, UploadingFile } from './proof-card.tsx'
import type { Upload } from './upload.ts'
import type { Uploads } from './use-uploads.ts'

/** Types that the file picker suggests; the server decides what is accepted. */
const acceptedTypes = 'image/png,image/jpeg,image/webp,application/pdf'

type ProofsProps = {
  readonly proofs: readonly Upload[]
  readonly uploads: Uploads
  readonly change: (proofs: Upload[]) => void
  readonly error: ReactNode
}

/** The proofs field: files can be dropped here, pasted anywhere on the page, picked, or taken with the camera. */
export function ProofsField({ proofs, uploads, change, error }: ProofsProps) {
  const { t } = useLingui()
  usePastedFiles(uploads.add)
  const move = (from: number, to: number) => {
    const others = proofs.toSpliced(from, 1)
    change(others.toSpliced(to, 0, ...proofs.slice(from, from + 1)))
  }
  return (
    <Stack gap="xs" role="group" aria-label={t`Proofs`} data-path="proofUrls" tabIndex={-1}>
      <DropZone add={uploads.add} />
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {proofs.length + uploads.files.length > 0 && (
        <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
          {proofs.map((proof, place) => (
            <UploadedProof
              key={proof.url}
              proof={proof}
              remove={() => change(proofs.filter(({ url }) => url !== proof.url))}
            >
              {proofs.length > 1 && <MoveButtons name={proof.fileName} count={proofs.length} {...{ place, move }} />}
            </UploadedProof>
          ))}
          {uploads.files.map((each) => (
            <UploadingFile key={each.key} file={each} uploads={uploads} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

type AddFilesProps = { readonly add: (files: readonly File[]) => void }

function DropZone({ add }: AddFilesProps) {
  const [isOver, setOver] = useState(false)
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      <Stack gap="xs" align="center" ta="center">
        <Pickers add={add} />
        <Text size="sm" c="dimmed">
          <Trans>
            Or drop files or paste an image here. JPG, PNG, WebP or PDF, up to 5 MB each. Larger photos are made
            smaller.
          </Trans>
        </Text>
      </Stack>
    </Paper>
  )
}

function Pickers({ add }: AddFilesProps) {
  // A coarse pointer suggests a device with a camera.
  const hasCamera = useMediaQuery('(pointer: coarse)')
  return (
    <Group justify="center" gap="xs">
      {hasCamera && (
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && add([file])}>
          {(props) => (
            <Button {...props}>
              <Trans>Take photo</Trans>
            </Button>
          )}
        </FileButton>
      )}
      <FileButton accept={acceptedTypes} multiple onChange={add}>
        {(props) => (
          <Button {...props} variant={hasCamera ? 'default' : 'light'}>
            <Trans>Choose files</Trans>
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

/** Pasted files go to this field from anywhere on the page; pasted text does not. */
function usePastedFiles(add: AddFilesProps['add']): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      add(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
}
