import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { fileAddress } from '../api.ts'
import { Bytes } from '../ui/bytes.tsx'
import { Refused } from '../ui/refused.tsx'
import { Written } from '../ui/written.tsx'
import type { Upload } from './upload.ts'
import type { OnTheWay, Uploads } from './use-uploads.ts'

const isPicture = (type: string): boolean => /^image[/](?:png|jpeg|webp)$/.test(type)

type FrameProps = { readonly picture?: string | undefined; readonly name: string; readonly children: ReactNode }

/** A picture in small, or the name of a file that is none, and what is to be said of it. */
function ProofFrame({ picture, name, children }: FrameProps) {
  return (
    <Card withBorder padding="xs" radius="md">
      <Card.Section className="proof-small">
        {picture ? <img src={picture} alt={name} /> : <Text c="dimmed">{name.split('.').at(-1)?.toUpperCase()}</Text>}
      </Card.Section>
      <Stack gap={4} mt="xs">
        <Written text={name} oneLine size="xs" lineClamp={2} />
        {children}
      </Stack>
    </Card>
  )
}

/** A proof that the server has. */
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

/** The file itself, as long as it is only here. */
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

/** A file on its way, with how much of it has gone out; or why it did not arrive. */
export function FileOnTheWay({ file, uploads }: { readonly file: OnTheWay; readonly uploads: Uploads }) {
  const { t } = useLingui()
  const { key, refusal, share } = file
  const { name } = file.file
  return (
    <ProofFrame picture={usePreview(file.file)} name={name}>
      {refusal ? (
        <Refused error={refusal} {...(refusal.code === 'unreachable' ? { again: () => uploads.again(key) } : {})} />
      ) : (
        <Progress value={share * percent} animated size="lg" aria-label={t`Sending ${name}`} />
      )}
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => uploads.drop(key)}
        aria-label={t`Remove ${name}`}
      >
        {refusal ? <Trans>Remove</Trans> : <Trans>Stop</Trans>}
      </Button>
    </ProofFrame>
  )
}
