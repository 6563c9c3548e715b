import './proof.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Box, Card, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { fileAddress } from '../api.ts'
import { Bytes } from '../ui/bytes.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Flags } from './flags.tsx'
import { PictureLarge } from './picture-large.tsx'
import type { Proof } from './proof.ts'

/** Types that the browser may display; other files are only offered as downloads. */
const drawn = ['image/jpeg', 'image/png', 'image/webp']
export const isPicture = ({ contentType }: Pick<Proof, 'contentType'>): boolean => drawn.includes(contentType)

const flagOf: Readonly<Record<string, string>> = { Duplicate: 'DuplicateProof' }

type ProofViewProps = {
  readonly proofs: readonly Proof[]
  /** Shows only the pictures, without facts about the files. */
  readonly isBare?: boolean
}

/** The proofs of a report: large pictures side by side, which open across the whole page. */
export function ProofView({ proofs, isBare = false }: ProofViewProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<number>()
  const pictures = proofs.filter(isPicture)
  const files = proofs.filter((proof) => !isPicture(proof))
  if (proofs.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No proofs were uploaded.</Trans>
      </Text>
    )
  return (
    <Stack gap="sm">
      {pictures.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: pictures.length > 1 ? 2 : 1 }} aria-label={t`Images`} role="group">
          {pictures.map((proof, index) => (
            <Picture key={proof.id} proof={proof} isBare={isBare} open={() => setOpen(index)} />
          ))}
        </SimpleGrid>
      )}
      {files.map((proof) => (
        <FileLine key={proof.id} proof={proof} />
      ))}
      <PictureLarge pictures={pictures} shown={open} show={setOpen} />
    </Stack>
  )
}

type PictureProps = { readonly proof: Proof; readonly isBare: boolean; readonly open: () => void }

function Picture({ proof, isBare, open }: PictureProps) {
  const { t } = useLingui()
  const [isBroken, setBroken] = useState(false)
  return (
    <Card withBorder padding="xs" radius="md">
      {isBroken ? (
        <Text c="dimmed" p="md">
          <Trans>This image could not be loaded.</Trans>
        </Text>
      ) : (
        <UnstyledButton onClick={open} aria-label={t`Enlarge ${proof.fileName}`} className="proof">
          <img
            src={fileAddress(proof.url)}
            alt={proof.fileName}
            className="proof-picture"
            onError={() => setBroken(true)}
          />
        </UnstyledButton>
      )}
      {!isBare && <FileFacts proof={proof} />}
    </Card>
  )
}

const FileLine = ({ proof }: { readonly proof: Proof }) => (
  <Card withBorder padding="sm" radius="md">
    <FileFacts proof={proof} />
  </Card>
)

function FileFacts({ proof }: { readonly proof: Proof }) {
  return (
    <Group justify="space-between" gap="xs" mt={4}>
      <Box miw={0} flex={1}>
        <UserText text={proof.fileName} oneLine size="sm" lineClamp={2} />
        <Text size="xs" c="dimmed">
          <Bytes of={proof.size} />
        </Text>
      </Box>
      <Flags of={proof.flags.map((flag) => flagOf[flag] ?? flag)} />
      <Anchor href={fileAddress(proof.url)} download size="sm" py={2}>
        <Trans>Download file</Trans>
      </Anchor>
    </Group>
  )
}
