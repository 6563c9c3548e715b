import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Group, Modal, Text } from '@mantine/core'
import { ArrowLeftIcon, ArrowRightIcon, MinusIcon, PlusIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { fileUrl } from '../api.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import type { Proof } from './proof.ts'

type ImageViewerProps = {
  readonly images: readonly Proof[]
  readonly index: number | undefined
  readonly setIndex: (index: number | undefined) => void
}

/** Zoom factors, relative to the width of the page. */
const zoomFactors = [1, 1.5, 2, 3, 5] as const

/** One picture across the whole page, with zoom and navigation. */
export function ImageViewer({ images, index, setIndex }: ImageViewerProps) {
  const { t } = useLingui()
  const image = index === undefined ? undefined : images[index]
  return (
    <Modal
      opened={image !== undefined}
      onClose={() => setIndex(undefined)}
      fullScreen
      padding="sm"
      title={<span className="one-line">{image?.fileName}</span>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {image && <ZoomableImage key={image.id} image={image} images={images} index={index ?? 0} setIndex={setIndex} />}
    </Modal>
  )
}

function ZoomableImage({
  image,
  images,
  index,
  setIndex,
}: ImageViewerProps & { readonly image: Proof; readonly index: number }) {
  const { t } = useLingui()
  const [step, setStep] = useState(0)
  const zoomIn = () => setStep((now) => Math.min(zoomFactors.length - 1, now + 1))
  const zoomOut = () => setStep((now) => Math.max(0, now - 1))
  const [previous, next] = [
    () => setIndex(Math.max(0, index - 1)),
    () => setIndex(Math.min(images.length - 1, index + 1)),
  ]
  useShortcuts({ '+': zoomIn, '=': zoomIn, '-': zoomOut, ArrowLeft: previous, ArrowRight: next }, { inDialog: true })
  const zoom = zoomFactors[step] ?? 1
  return (
    <>
      <Group justify="center" gap="xs" mb="xs">
        <Tool label={t`Previous image`} onClick={previous} isDisabled={index === 0}>
          <ArrowLeftIcon />
        </Tool>
        <Tool label={t`Zoom out`} onClick={zoomOut} isDisabled={step === 0}>
          <MinusIcon />
        </Tool>
        <Text size="sm" className="numeric" w={56} ta="center" aria-live="polite">
          {Math.round(zoom * 100)}%
        </Text>
        <Tool label={t`Zoom in`} onClick={zoomIn} isDisabled={step === zoomFactors.length - 1}>
          <PlusIcon />
        </Tool>
        <Tool label={t`Next image`} onClick={next} isDisabled={index === images.length - 1}>
          <ArrowRightIcon />
        </Tool>
      </Group>
      <Box className="proof-zoom" tabIndex={0} role="group" aria-label={image.fileName}>
        <img
          src={fileUrl(image.url)}
          alt={image.fileName}
          className={zoom === 1 ? 'proof-fitted' : 'proof-zoomed'}
          style={zoom === 1 ? {} : { width: `${zoom * 100}%` }}
        />
      </Box>
    </>
  )
}

type ToolProps = {
  readonly label: string
  readonly onClick: () => void
  readonly isDisabled: boolean
  readonly children: ReactNode
}

const Tool = ({ label, onClick, isDisabled, children }: ToolProps) => (
  <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick} disabled={isDisabled}>
    {children}
  </ActionIcon>
)

/** Prefetches the pictures of the next report. */
export function usePrefetchedImages(proofs: readonly Pick<Proof, 'url'>[]): void {
  useEffect(() => {
    for (const { url } of proofs) new Image().src = fileUrl(url)
  }, [proofs])
}
