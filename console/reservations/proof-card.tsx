import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, fileUrl, thumbnailUrl } from '../api.ts'
import { fieldErrorText } from '../ui/field-errors.ts'
import { Bytes } from '../ui/formatted.tsx'
import { problemText } from '../ui/problem-texts.ts'
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

type UploadedProofProps = {
  readonly proof: Upload
  readonly remove: () => void
  /** Further buttons. */
  readonly children?: ReactNode
}

/** An uploaded proof. */
export function UploadedProof({ proof, remove, children }: UploadedProofProps) {
  const { t } = useLingui()
  const url = fileUrl(proof.url)
  return (
    <ProofFrame imageUrl={isImage(proof.contentType) ? thumbnailUrl(proof.url) : undefined} name={proof.fileName}>
      {proof.warnings?.includes('DocumentInformation') && (
        <Text size="xs">
          <Trans>This PDF names its author, title or other facts. The advertiser can read them.</Trans>
        </Text>
      )}
      {proof.warnings?.includes('UsedBefore') && (
        <Text size="xs">
          <Trans>You used this file in other work. The advertiser will see that.</Trans>
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
      {children}
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

const [unreachable, tooMany, serverError] = [0, 429, 500]

/** The card has the name of the file; its error needs none of a field. */
const shortText = (error: ApiError): string =>
  error.errors.length > 0 ? error.errors.map(fieldErrorText).join(' ') : problemText(error)

/** The upload's error in short; what another attempt may mend can be tried again. */
function UploadError({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const { status } = error
  return (
    <Stack gap={4} role="alert" align="flex-start">
      <Text size="sm" fw={600} className="error-text">
        {status === unreachable ? <Trans>Connection lost</Trans> : shortText(error)}
      </Text>
      {(status === unreachable || status === tooMany || status >= serverError) && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Stack>
  )
}
