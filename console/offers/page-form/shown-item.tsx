import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Alert, Box, Button, Group, Kbd, NativeSelect, Stack, Text } from '@mantine/core'
import { MinusIcon, PlusIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import type { Shown } from './fill.ts'

const zooms = [1, 1.5, 2, 3, 5] as const
const speeds = ['0.5', '0.75', '1', '1.25', '1.5', '2'] as const

/** How large pictures are and how fast sounds play; the next item keeps both. */
export type View = { readonly zoom: number; readonly speed: string }
export const plainView: View = { zoom: 1, speed: '1' }

export const zoomed = (view: View, steps: number): View => ({
  ...view,
  zoom: zooms[zooms.indexOf(view.zoom as 1) + steps] ?? view.zoom,
})

type ShownItemProps = {
  readonly shown: Shown
  readonly view: View
  readonly setView: (view: View) => void
  /** What lies on a picture, such as boxes. */
  readonly children?: ReactNode
}

/** A picture, sound, video, document or text of an item. */
export function ShownItem({ shown: { kind, value, label }, view, setView, children }: ShownItemProps) {
  const { t } = useLingui()
  if (value === null)
    return (
      <Alert color="yellow">
        <Trans>This item has no address that can be shown.</Trans>
      </Alert>
    )
  return (
    <Stack gap={4} component="figure" m={0}>
      {label && (
        <Text component="figcaption" size="sm" c="dimmed">
          {label}
        </Text>
      )}
      {kind === 'image' && (
        <Picture source={value} label={label ?? t`Picture`} view={view} setView={setView}>
          {children}
        </Picture>
      )}
      {(kind === 'audio' || kind === 'video') && <Player {...{ kind, source: value, view, setView }} />}
      {kind === 'pdf' && (
        <Button component="a" href={value} target="_blank" rel="noopener noreferrer" variant="default">
          <Trans>Open the document</Trans>
        </Button>
      )}
      {kind === 'text' && (children ?? <UserText text={value} />)}
    </Stack>
  )
}

type PictureProps = Omit<ShownItemProps, 'shown'> & { readonly source: string; readonly label: string }

function Picture({ source, label, view, setView, children }: PictureProps) {
  const { t } = useLingui()
  const [aspect, setAspect] = useState(1.5)
  const [isBroken, setIsBroken] = useState(false)
  return (
    <>
      <Box className="work-zoom" role="group" aria-label={label} tabIndex={view.zoom > 1 ? 0 : -1}>
        <div className="work-canvas" style={{ '--aspect': aspect, '--zoom': view.zoom } as React.CSSProperties}>
          <img
            src={source}
            alt={label}
            referrerPolicy="no-referrer"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setAspect(naturalWidth / naturalHeight || 1)
            }
            onError={() => setIsBroken(true)}
          />
          {children}
        </div>
      </Box>
      {isBroken && (
        <Alert color="yellow">
          <Trans>The picture could not be loaded.</Trans>
        </Alert>
      )}
      <Group gap="xs">
        <ActionIcon variant="default" aria-label={t`Zoom out`} onClick={() => setView(zoomed(view, -1))}>
          <MinusIcon />
        </ActionIcon>
        <Text size="sm" className="numeric" w={48} ta="center">
          {Math.round(view.zoom * 100)}%
        </Text>
        <ActionIcon variant="default" aria-label={t`Zoom in`} onClick={() => setView(zoomed(view, 1))}>
          <PlusIcon />
        </ActionIcon>
        <Kbd>−</Kbd> <Kbd>+</Kbd>
      </Group>
    </>
  )
}

type PlayerProps = Omit<ShownItemProps, 'shown' | 'children'> & { readonly kind: string; readonly source: string }

function Player({ kind, source, view, setView }: PlayerProps) {
  const { t } = useLingui()
  const [player, setPlayer] = useState<HTMLMediaElement | null>(null)
  useEffect(() => {
    if (player) player.playbackRate = Number(view.speed)
  }, [player, view.speed])
  const setRate = ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => {
    currentTarget.playbackRate = Number(view.speed)
  }
  return (
    <Group align="flex-end" gap="sm">
      {kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: captions would be the answer, because executors transcribe the recording.
        <audio ref={setPlayer} src={source} controls preload="auto" className="work-media" onLoadedData={setRate} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the same.
        <video ref={setPlayer} src={source} controls preload="auto" className="work-media" onLoadedData={setRate} />
      )}
      <NativeSelect
        label={t`Speed`}
        size="xs"
        value={view.speed}
        data={speeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
        onChange={({ currentTarget }) => setView({ ...view, speed: currentTarget.value })}
      />
    </Group>
  )
}

/** Plays or pauses the first sound or video of the page. */
export function togglePlayer(): void {
  const player = document.querySelector<HTMLMediaElement>('.work-media')
  if (player?.paused) void player.play()
  else player?.pause()
}

/** Loads the pictures of the next item, so that it is there at once. */
export function usePreloaded(shown: readonly Shown[]): void {
  useEffect(() => {
    for (const { kind, value } of shown) {
      if (kind !== 'image' || value === null) continue
      const image = new Image()
      image.referrerPolicy = 'no-referrer'
      image.src = value
    }
  }, [shown])
}
