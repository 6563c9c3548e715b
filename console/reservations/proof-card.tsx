import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Code, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { fileAddress, type Refusal } from '../api.ts'
import { Bytes } from '../ui/bytes.tsx'
import { UserText } from '../ui/user-text.tsx'
import type { Upload } from './upload.ts'
import type { PendingUpload, Uploads } from './use-uploads.ts'

const isPicture = (type: string): boolean => /^image[/](?:png|jpeg|webp)$/.test(type)

type FrameProps = { readonly picture?: string | undefined; readonly name: string; readonly children: ReactNode }

/** A thumbnail, or the name of a file that is not a picture, with its state. */
function ProofFrame({ picture, name, children }: FrameProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <Card withBorder padding="xs" radius="md">
      <Card.Section className="proof-small">
        {picture && !isBroken ? (
          <img src={picture} alt={name} onError={() => setBroken(true)} />
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
export function ArrivedProof({ proof, remove }: { readonly proof: Upload; readonly remove: () => void }) {
  const { t } = useLingui()
  const address = fileAddress(proof.url)
  return (
    <ProofFrame picture={isPicture(proof.contentType) ? address : undefined} name={proof.fileName}>
      <Group justify="space-between" gap={4}>
        <Anchor size="xs" href={address} target="_blank" py={4}>
          <Bytes of={proof.size} />
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
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!isPicture(file.type)) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

const percent = 100

/** A file being uploaded with its progress, or the error. */
export function FileOnTheWay({ file, uploads }: { readonly file: PendingUpload; readonly uploads: Uploads }) {
  const { t } = useLingui()
  const { key, refusal, share } = file
  const { name } = file.file
  return (
    <ProofFrame picture={usePreview(file.file)} name={name}>
      {refusal ? (
        <NotArrived refusal={refusal} again={() => uploads.again(key)} />
      ) : (
        <Progress value={share * percent} animated size="lg" aria-label={t`Uploading ${name}`} />
      )}
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => uploads.drop(key)}
        aria-label={t`Remove ${name}`}
      >
        {refusal ? <Trans>Remove</Trans> : <Trans>Cancel upload</Trans>}
      </Button>
    </ProofFrame>
  )
}

/** The upload's error in short; network errors can be retried. */
function NotArrived({ refusal, again }: { readonly refusal: Refusal; readonly again: () => void }) {
  const isLost = refusal.code === 'unreachable'
  return (
    <Stack gap={4} role="alert" align="flex-start">
      <Text size="sm" fw={600} className="refusal">
        {isLost ? <Trans>Connection lost</Trans> : refusal.title || refusal.message}
      </Text>
      {isLost ? (
        <Button variant="default" size="compact-sm" onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <Code fz={11}>{refusal.code}</Code>
      )}
    </Stack>
  )
}
