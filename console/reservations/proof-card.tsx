import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Code, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, fileUrl, thumbnailUrl } from '../api.ts'
import { Bytes } from '../ui/formatted.tsx'
import { UserText } from '../ui/user-text.tsx'
import type { Upload } from './upload.ts'
import type { PendingUpload, Uploads } from './use-uploads.ts'

const isImage = (type: string): boolean => /^image[/](?:png|jpeg|webp)$/.test(type)

type FrameProps = { readonly imageUrl?: string | undefined; readonly name: string; readonly children: ReactNode }

/** A thumbnail, or the name of a file that is not a picture, with its state. */
function ProofFrame({ imageUrl, name, children }: FrameProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <Card withBorder padding="xs" radius="md">
      <Card.Section className="proof-small">
        {imageUrl && !isBroken ? (
          <img src={imageUrl} alt={name} onError={() => setBroken(true)} />
        ) : (
          <Text c="dimmed">{name.split('.').at(-1)?.toUpperCase()}</Text>
        )}
      </Card.Section>
      <Stack gap={4} mt="xs">
        <UserText text={name} oneLine size="xs" lineClamp={2} />
        {children}
      </Stack>
    </Card>
  )
}

/** An uploaded proof. */
export function UploadedProof({ proof, remove }: { readonly proof: Upload; readonly remove: () => void }) {
  const { t } = useLingui()
  const url = fileUrl(proof.url)
  return (
    <ProofFrame imageUrl={isImage(proof.contentType) ? thumbnailUrl(proof.url) : undefined} name={proof.fileName}>
      {proof.warnings?.includes('DocumentInformation') && (
        <Text size="xs">
          <Trans>This PDF names its author, title or other facts. The advertiser can read them.</Trans>
        </Text>
      )}
      <Group justify="space-between" gap={4}>
        <Anchor size="xs" href={url} target="_blank" py={4}>
          <Bytes value={proof.size} />
        </Anchor>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={remove}
          aria-label={t`Remove ${proof.fileName}`}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
    </ProofFrame>
  )
}

/** Returns the URL of a local preview until the file is uploaded. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!isImage(file.type)) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}

const percent = 100

/** A file being uploaded with its progress, or the error. */
export function UploadingFile({ file, uploads }: { readonly file: PendingUpload; readonly uploads: Uploads }) {
  const { t } = useLingui()
  const { key, error, progress } = file
  const { name } = file.file
  return (
    <ProofFrame imageUrl={usePreview(file.file)} name={name}>
      {error ? (
        <UploadError error={error} onRetry={() => uploads.retry(key)} />
      ) : (
        <Progress value={progress * percent} animated size="lg" aria-label={t`Uploading ${name}`} />
      )}
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => uploads.discard(key)}
        aria-label={t`Remove ${name}`}
      >
        {error ? <Trans>Remove</Trans> : <Trans>Cancel upload</Trans>}
      </Button>
    </ProofFrame>
  )
}

/** The upload's error in short; network errors can be retried. */
function UploadError({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const isUnreachable = error.code === 'unreachable'
  return (
    <Stack gap={4} role="alert" align="flex-start">
      <Text size="sm" fw={600} className="error-text">
        {isUnreachable ? <Trans>Connection lost</Trans> : error.title || error.message}
      </Text>
      {isUnreachable ? (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <Code fz={11}>{error.code}</Code>
      )}
    </Stack>
  )
}
