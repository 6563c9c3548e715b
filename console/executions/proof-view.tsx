import './proof.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Box, Card, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { fileUrl } from '../api.ts'
import { Bytes } from '../ui/formatted.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Flags } from './flags.tsx'
import { ImageViewer } from './image-viewer.tsx'
import type { Proof } from './proof.ts'
import { useReloadedImage } from './use-reloaded-image.ts'

/** Types that the browser may display; other files are only offered as downloads. */
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']
export const isImage = ({ contentType }: Pick<Proof, 'contentType'>): boolean => imageTypes.includes(contentType)

const flagNames: Readonly<Record<string, string>> = { Duplicate: 'DuplicateProof' }

type ProofViewProps = {
  readonly proofs: readonly Proof[]
  /** Shows only the pictures, without facts about the files. */
  readonly imagesOnly?: boolean
}

/** The proofs of a report: large pictures side by side, which open across the whole page. */
export function ProofView({ proofs, imagesOnly = false }: ProofViewProps) {
  const { t } = useLingui()
  const [openIndex, setOpenIndex] = useState<number>()
  const images = proofs.filter(isImage)
  const files = proofs.filter((proof) => !isImage(proof))
  if (proofs.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No proofs were uploaded.</Trans>
      </Text>
    )
  return (
    <Stack gap="sm">
      {images.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} className="proof-pictures" aria-label={t`Images`} role="group">
          {images.map((proof, index) => (
            <ProofImage key={proof.id} proof={proof} imagesOnly={imagesOnly} openIndex={() => setOpenIndex(index)} />
          ))}
        </SimpleGrid>
      )}
      {files.map((proof) => (
        <FileCard key={proof.id} proof={proof} />
      ))}
      <ImageViewer images={images} index={openIndex} setIndex={setOpenIndex} />
    </Stack>
  )
}

type ProofImageProps = { readonly proof: Proof; readonly imagesOnly: boolean; readonly openIndex: () => void }

function ProofImage({ proof, imagesOnly, openIndex }: ProofImageProps) {
  const { t } = useLingui()
  const { isBroken, onError } = useReloadedImage(fileUrl(proof.url))
  return (
    <Card withBorder padding="xs" radius="md">
      {isBroken ? (
        <Text c="dimmed" p="md">
          <Trans>This image could not be loaded. Trying again…</Trans>
        </Text>
      ) : (
        <UnstyledButton onClick={openIndex} aria-label={t`Enlarge ${proof.fileName}`} className="proof">
          <img src={fileUrl(proof.url)} alt={proof.fileName} className="proof-picture" onError={onError} />
        </UnstyledButton>
      )}
      {!imagesOnly && <FileFacts proof={proof} />}
    </Card>
  )
}

const FileCard = ({ proof }: { readonly proof: Proof }) => (
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
          <Bytes value={proof.size} />
        </Text>
      </Box>
      <Flags flags={proof.flags.map((flag) => flagNames[flag] ?? flag)} />
      <Anchor href={fileUrl(proof.url)} download size="sm" py={2}>
        <Trans>Download file</Trans>
      </Anchor>
    </Group>
  )
}
