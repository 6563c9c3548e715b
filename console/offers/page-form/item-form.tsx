import './page-form.css'
import { useLingui } from '@lingui/react/macro'
import { Grid, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { WorkField } from './fields.tsx'
import type { Shown } from './fill.ts'
import { choicesOf, chosen, type Draft, type Field, isMarks, isMissing, isTyped, markedPlace } from './form-schema.ts'
import { MarkedText } from './marked-text.tsx'
import { type Mark, middle } from './marks.ts'
import { PictureMarks } from './picture-marks.tsx'
import { ShownItem, togglePlayer, type View, zoomed } from './shown-item.tsx'
import type { Span } from './text-spans.ts'

export type ItemFormProps = {
  readonly fields: readonly Field[]
  readonly show: readonly Shown[]
  readonly draft: Draft | undefined
  readonly view: View
  readonly setView: (view: View) => void
  readonly onChange: (draft: Draft) => void
  readonly onNext: () => void
  readonly onBack: () => void
  readonly goesOn: React.RefObject<(() => void) | undefined>
  /** Whether its keys and its focus would disturb the page around it. */
  readonly isPreview?: boolean
}

/** One item: its picture, media or text, and the fields of its answer. */
export function ItemForm(props: ItemFormProps) {
  const { fields, show, view, setView } = props
  const form = useItemForm(props)
  const sides = show.length > 0 ? { base: 12, md: 7 } : 12
  return (
    <Grid gap="lg">
      {show.length > 0 && (
        <Grid.Col span={sides}>
          <Grid gap="sm">
            {show.map((shown, place) => (
              <Grid.Col key={`${shown.kind} ${shown.value}`} span={isCompared(fields) ? { base: 12, sm: 6 } : 12}>
                <ShownItem {...{ shown, view, setView }}>{form.marksOn(place)}</ShownItem>
              </Grid.Col>
            ))}
          </Grid>
        </Grid.Col>
      )}
      <Grid.Col span={show.length > 0 ? { base: 12, md: 5 } : 12}>
        <Stack gap="md" ref={form.root}>
          {fields.map((field, place) => (
            <WorkField key={field.key} field={field} isActive={form.active === place} {...form.propsOf(field, place)} />
          ))}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

const isCompared = (fields: readonly Field[]) => fields.some(({ input }) => input === 'compare')

function useItemForm({ fields, show, draft, onChange, onNext, goesOn, isPreview = false, ...rest }: ItemFormProps) {
  const { t } = useLingui()
  const [active, setActive] = useState(0)
  const [missing, setMissing] = useState<string>()
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const root = useFocusedField(fields, isPreview ? -1 : active)
  const value = draft?.value ?? {}
  const labelOf = (field: Field) => labels[field.key] ?? (choicesOf(field, 'en')[0]?.value as string | undefined)
  const set = (field: Field, next: unknown) => {
    setMissing(undefined)
    onChange({ value: { ...value, [field.key]: next } })
  }
  const goOn = () => {
    const open = fields.findIndex((field) => isMissing(field, value[field.key]))
    if (open < 0) return onNext()
    if (open === active) setMissing(fields[open]?.key)
    setActive(open)
  }
  goesOn.current = goOn
  const choose = (place: number, picked: unknown) => {
    const field = fields[place]
    if (!field) return
    if (isMarks(field)) return setLabels({ ...labels, [field.key]: String(picked) })
    set(field, chosen(field, value[field.key], picked))
    if (field.input !== 'choices' && place + 1 < fields.length) setActive(place + 1)
  }
  const add = (field: Field) =>
    set(field, [...marksOf(value[field.key]), labelled(middle(field.input === 'boxes'), labelOf(field))])
  useItemKeys({ fields, show, active, setActive, choose, add, goOn, isPreview, ...rest })
  const propsOf = (field: Field, place: number) => ({
    value: value[field.key],
    error: missing === field.key ? t`Answer this first.` : undefined,
    markLabel: labelOf(field),
    onChange: (next: unknown) => set(field, next),
    onActivate: () => setActive(place),
    onEnter: goOn,
    onAdd: () => add(field),
    onLabel: (label: string) => setLabels({ ...labels, [field.key]: label }),
  })
  const marksOn = (place: number) => {
    const field = [...fields.slice(active, active + 1), ...fields].find((each) => markedPlace(each, show) === place)
    return field && <MarksOn key={field.key} {...{ field, text: show[place]?.value ?? '', value, labelOf, set }} />
  }
  return { active, root, propsOf, marksOn }
}

const marksOf = (value: unknown): readonly Mark[] => (Array.isArray(value) ? value : [])
const labelled = (mark: Mark, label: string | undefined): Mark => (label === undefined ? mark : { ...mark, label })

type MarksOnProps = {
  readonly field: Field
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
  readonly labelOf: (field: Field) => string | undefined
  readonly set: (field: Field, value: unknown) => void
}

/** The boxes, points or spans of one field. Of several fields on the same picture or text, the active one is drawn. */
function MarksOn({ field, text, value, labelOf, set }: MarksOnProps) {
  const { i18n } = useLingui()
  const shared = {
    labels: choicesOf(field, i18n.locale),
    label: labelOf(field),
    onChange: (marks: readonly unknown[]) => set(field, marks),
  }
  if (field.input === 'spans')
    return <MarkedText {...shared} text={text} spans={(value[field.key] ?? []) as readonly Span[]} />
  return <PictureMarks {...shared} isBox={field.input === 'boxes'} marks={marksOf(value[field.key])} />
}

/** Puts the cursor into a field for text that becomes active, and takes it out of it for others. */
function useFocusedField(fields: readonly Field[], active: number) {
  const root = useRef<HTMLDivElement>(null)
  const field = fields[active]
  useEffect(() => {
    if (!field) return
    const inner = root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field.key)}"]`)
    if (isTyped(field)) inner?.querySelector<HTMLElement>('input, textarea')?.focus()
    else if (document.activeElement?.matches('textarea, input')) (document.activeElement as HTMLElement).blur()
  }, [field])
  return root
}

type Keys = Pick<ItemFormProps, 'fields' | 'show' | 'view' | 'setView' | 'onBack'> & {
  readonly active: number
  readonly setActive: (place: number) => void
  readonly choose: (place: number, value: unknown) => void
  readonly add: (field: Field) => void
  readonly goOn: () => void
  readonly isPreview: boolean
}

const isPlayed = (show: readonly Shown[]) => show.some(({ kind }) => kind === 'audio' || kind === 'video')

function useItemKeys(keys: Keys): void {
  const { fields, show, active, setActive, choose, add, goOn, onBack, view, setView } = keys
  const field = fields[active]
  const choices = field ? choicesOf(field, 'en') : []
  const step = (by: number) => () => setActive(Math.min(Math.max(active + by, 0), fields.length - 1))
  const zoom = (by: number) => () => setView(zoomed(view, by))
  const shortcuts = {
    ...Object.fromEntries(choices.map(({ value, hotkey }) => [hotkey, () => choose(active, value)])),
    ...(field && (field.input === 'boxes' || field.input === 'points') ? { n: () => add(field) } : {}),
    Enter: pressFocused('button, a[href]', goOn),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Backspace: onBack,
    '+': zoom(1),
    '=': zoom(1),
    '-': zoom(-1),
    ...(isPlayed(show) ? { ' ': pressFocused('button, a[href], input', togglePlayer) } : {}),
  }
  useShortcuts(shortcuts, { isEnabled: !keys.isPreview })
}

/** Presses the focused control if it has its own meaning of the key; otherwise does something else. */
const pressFocused = (controls: string, otherwise: () => void) => () => {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches(controls)) focused.click()
  else otherwise()
}
