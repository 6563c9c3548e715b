import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Group } from '@mantine/core'
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

type MoveButtonsProps = {
  readonly name: string
  readonly place: number
  readonly count: number
  readonly move: (from: number, to: number) => void
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Moves a proof in the order in which the advertiser sees them, also with the arrow keys. The focus goes with it. */
export function MoveButtons({ name, place, count, move }: MoveButtonsProps) {
  const { t } = useLingui()
  const group = useRef<HTMLDivElement>(null)
  const moved = useRef<-1 | 1>(undefined)
  const isPossible = (step: number) => place + step >= 0 && place + step < count
  const go = (step: -1 | 1) => {
    if (!isPossible(step)) return
    moved.current = step
    move(place, place + step)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving the card in the page takes the focus away.
  useEffect(() => {
    const step = moved.current
    moved.current = undefined
    if (step === undefined) return
    const [earlier, later] = group.current?.querySelectorAll('button') ?? []
    const used = step < 0 ? [earlier, later] : [later, earlier]
    used.find((button) => button && !button.disabled)?.focus()
  }, [place])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(step)
  }
  const shared = { variant: 'default', size: 'md' } as const
  return (
    <Group ref={group} gap={4} onKeyDown={onKeyDown}>
      <ActionIcon {...shared} disabled={!isPossible(-1)} onClick={() => go(-1)} aria-label={t`Move ${name} earlier`}>
        <ArrowLeftIcon />
      </ActionIcon>
      <ActionIcon {...shared} disabled={!isPossible(1)} onClick={() => go(1)} aria-label={t`Move ${name} later`}>
        <ArrowRightIcon />
      </ActionIcon>
    </Group>
  )
}
