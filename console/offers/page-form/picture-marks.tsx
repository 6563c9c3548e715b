import { useLingui } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { type PointerEvent, useState } from 'react'
import type { Choice } from './form-schema.ts'
import { afterKey, boxBetween, type Mark, pointAt } from './marks.ts'

type PictureMarksProps = {
  readonly isBox: boolean
  readonly marks: readonly Mark[]
  readonly labels: readonly Choice[]
  /** The label of the next mark. */
  readonly label: string | undefined
  readonly onChange: (marks: readonly Mark[]) => void
}

type Place = { readonly x: number; readonly y: number }

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

const shareOf = (share: number): string => `${share * 100}%`
export const styleOf = ({ x, y, width, height }: Mark) => ({
  left: shareOf(x),
  top: shareOf(y),
  ...(width === undefined ? {} : { width: shareOf(width) }),
  ...(height === undefined ? {} : { height: shareOf(height) }),
})

/** Boxes or points on a picture: drawn with the pointer; moved, resized, labelled and removed by keys. */
export function PictureMarks({ isBox, marks, labels, label, onChange }: PictureMarksProps) {
  const { t } = useLingui()
  const [drawn, setDrawn] = useState<{ readonly from: Place; readonly to: Place }>()
  const preview = drawn && isBox ? boxBetween(drawn.from, drawn.to) : undefined
  const add = (mark: Mark | undefined) => {
    if (mark) onChange([...marks, label === undefined ? mark : { ...mark, label }])
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn({ from: placeOf(event), to: placeOf(event) })
  }
  const move = (event: PointerEvent<HTMLElement>) => drawn && setDrawn({ ...drawn, to: placeOf(event) })
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drawn) return
    add(isBox ? boxBetween(drawn.from, placeOf(event)) : pointAt(placeOf(event)))
    setDrawn(undefined)
  }
  return (
    <Box
      className="work-marks"
      role="group"
      aria-label={isBox ? t`Boxes on the picture` : t`Points on the picture`}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(undefined)}
    >
      {marks.map((mark, index) => (
        <OneMark
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other identity, and a moved one keeps its focus.
          key={index}
          {...{ mark, index, labels, isBox }}
          onChange={(changed) => onChange(marks.flatMap((each, at) => (at === index ? (changed ?? []) : each)))}
        />
      ))}
      {preview && <div className="work-box" style={styleOf(preview)} />}
    </Box>
  )
}

type OneMarkProps = {
  readonly mark: Mark
  readonly index: number
  readonly labels: readonly Choice[]
  readonly isBox: boolean
  /** Undefined: the mark is removed. */
  readonly onChange: (mark: Mark | undefined) => void
}

function OneMark({ mark, index, labels, isBox, onChange }: OneMarkProps) {
  const { t } = useLingui()
  const number = index + 1
  const name = labels.find(({ value }) => value === mark.label)?.label ?? mark.label ?? ''
  const onKeyDown = (event: React.KeyboardEvent) => {
    const label = labels.find(({ hotkey }) => hotkey === event.key)
    const moved = label ? { ...mark, label: String(label.value) } : afterKey(mark, event.key, event.shiftKey)
    const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
    if (!moved && !isRemoved) return
    event.preventDefault()
    onChange(isRemoved ? undefined : moved)
  }
  return (
    <button
      type="button"
      className={isBox ? 'work-box' : 'work-point'}
      style={styleOf(mark)}
      aria-label={isBox ? t`Box ${number} ${name}` : t`Point ${number} ${name}`}
      data-label={name}
      onKeyDown={onKeyDown}
    />
  )
}
