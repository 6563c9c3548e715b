import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { fileAddress } from '../api.ts'
import { ArrowLeft, ArrowRight, Minus, Plus } from '../ui/icons.tsx'
import { useKeys } from '../ui/keys.ts'
import type { Proof } from './proof.ts'

type LargePictureProps = {
  readonly pictures: readonly Proof[]
  readonly shown: number | undefined
  readonly show: (index: number | undefined) => void
}

/** Zoom factors, relative to the width of the page. */
const zooms = [1, 1.5, 2, 3, 5] as const

/** One picture across the whole page, with zoom and navigation. */
export function PictureLarge({ pictures, shown, show }: LargePictureProps) {
  const { t } = useLingui()
  const picture = shown === undefined ? undefined : pictures[shown]
  return (
    <Modal
      opened={picture !== undefined}
      onClose={() => show(undefined)}
      fullScreen
      padding="sm"
      title={<span className="one-line">{picture?.fileName}</span>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {picture && <Zoomed key={picture.id} picture={picture} pictures={pictures} shown={shown ?? 0} show={show} />}
    </Modal>
  )
}

function Zoomed({
  picture,
  pictures,
  shown,
  show,
}: LargePictureProps & { readonly picture: Proof; readonly shown: number }) {
  const { t } = useLingui()
  const [step, setStep] = useState(0)
  const closer = () => setStep((now) => Math.min(zooms.length - 1, now + 1))
  const further = () => setStep((now) => Math.max(0, now - 1))
  const [before, next] = [() => show(Math.max(0, shown - 1)), () => show(Math.min(pictures.length - 1, shown + 1))]
  useKeys({ '+': closer, '=': closer, '-': further, ArrowLeft: before, ArrowRight: next }, { inDialog: true })
  const zoom = zooms[step] ?? 1
  return (
    <>
      <Group justify="center" gap="xs" mb="xs">
        <Tool label={t`Previous image`} onClick={before} isOff={shown === 0}>
          <ArrowLeft />
        </Tool>
        <Tool label={t`Zoom out`} onClick={further} isOff={step === 0}>
          <Minus />
        </Tool>
        <Text size="sm" className="figures" w={56} ta="center" aria-live="polite">
          {Math.round(zoom * 100)}%
        </Text>
        <Tool label={t`Zoom in`} onClick={closer} isOff={step === zooms.length - 1}>
          <Plus />
        </Tool>
        <Tool label={t`Next image`} onClick={next} isOff={shown === pictures.length - 1}>
          <ArrowRight />
        </Tool>
      </Group>
      <Box className="proof-zoom" tabIndex={0} role="group" aria-label={picture.fileName}>
        <img
          src={fileAddress(picture.url)}
          alt={picture.fileName}
          className={zoom === 1 ? 'proof-whole' : 'proof-closer'}
          style={zoom === 1 ? {} : { width: `${zoom * 100}%` }}
        />
      </Box>
    </>
  )
}

type ToolProps = {
  readonly label: string
  readonly onClick: () => void
  readonly isOff: boolean
  readonly children: ReactNode
}

const Tool = ({ label, onClick, isOff, children }: ToolProps) => (
  <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick} disabled={isOff}>
    {children}
  </ActionIcon>
)

/** Prefetches the pictures of the next report. */
export function useFetchedEarly(proofs: readonly Pick<Proof, 'url'>[]): void {
  useEffect(() => {
    for (const { url } of proofs) new Image().src = fileAddress(url)
  }, [proofs])
}
