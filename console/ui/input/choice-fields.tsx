import { useLingui } from '@lingui/react/macro'
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { type Choice, isList, readChoices } from './read-choices.ts'
import { useSubmitGuard } from './submit-guard.ts'

/** Returns the error for texts that do not name exactly one choice of the list. */
function useUnreadText(): (unread: readonly string[]) => string | undefined {
  const { t } = useLingui()
  return (unread) => {
    const names = unread.join(', ')
    return unread.length > 0 ? t`Not in the list: ${names}. Correct or remove it.` : undefined
  }
}

type ManyProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  readonly choices: readonly Choice[]
  readonly value?: readonly string[]
  readonly onChange?: (values: string[]) => void
}

/** Returns the values that are no choices, as far as the choices are known. */
export const unknownOf = (values: readonly string[], choices: readonly Choice[]): readonly string[] =>
  choices.length === 0 ? [] : values.filter((each) => choices.every(({ value }) => value !== each))

/** Returns a function that adds the choices that a text names, once their list has come. */
function useAddText(
  choices: readonly Choice[],
  value: readonly string[],
  onChange: ((values: string[]) => void) | undefined,
): (text: string) => void {
  const early = useRef('')
  const add = (text: string) => {
    if (choices.length === 0) {
      early.current = [early.current, text].filter(Boolean).join('\n')
      return
    }
    const read = readChoices(text, choices)
    const added = [...read.values, ...read.unread]
    if (added.length > 0) onChange?.([...new Set([...value, ...added])])
  }
  useEffect(() => {
    if (choices.length === 0 || early.current === '') return
    const text = early.current
    early.current = ''
    add(text)
  })
  return add
}

/**
 * A field for several choices of a list. Leaving the field selects the choice that the typed text names. A pasted list selects several.
 * A text that names no choice stays in the field with an error.
 */
export function ManyChoices({ choices, value = [], onChange, ...rest }: ManyProps) {
  const unreadText = useUnreadText()
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef('')
  const unread = unknownOf(value, choices)
  useSubmitGuard(input, unread.length > 0, () => {})
  const add = useAddText(choices, value, onChange)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!isList(text)) return
    event.preventDefault()
    add(text)
  }
  return (
    <MultiSelect
      {...rest}
      ref={input}
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={[...value]}
      onChange={(values) => onChange?.(values)}
      searchable
      selectFirstOptionOnChange
      onSearchChange={(text) => {
        typed.current = text
      }}
      onPaste={paste}
      onBlur={(event) => {
        add(typed.current)
        rest.onBlur?.(event)
      }}
      error={unreadText(unread) ?? rest.error}
    />
  )
}

type OneProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  readonly choices: readonly Choice[]
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/**
 * Returns a function for the field's events. It tells whether the list of choices has just arrived. Then the field reports the label of
 * the chosen value as if somebody had typed it, which must not replace what somebody is typing.
 */
function useListArrival(value: string, label: string): () => boolean {
  const shown = useRef({ value, label })
  useEffect(() => {
    shown.current = { value, label }
  })
  return () => shown.current.value === value && shown.current.label !== label
}

/** A field for one choice of a list. Leaving it selects the choice that the text names; other text stays with an error until it is changed. */
export function OneChoice({ choices, value = '', onChange, ...rest }: OneProps) {
  const unreadText = useUnreadText()
  const input = useRef<HTMLInputElement>(null)
  const label = choices.find((each) => each.value === value)?.label ?? ''
  const [typed, setTyped] = useState<string>()
  const isLeaving = useRef(false)
  const [isLeft, setLeft] = useState(false)
  const unread = isLeft && typed !== undefined ? [typed] : []
  const hasListCome = useListArrival(value, label)
  useSubmitGuard(input, unread.length > 0, () => {})
  const choose = (chosen: string) => {
    setTyped(undefined)
    setLeft(false)
    onChange?.(chosen)
  }
  const leave = () => {
    isLeaving.current = false
    if (typed === undefined || typed === label) return setTyped(undefined)
    if (typed.trim() === '') return choose('')
    const { values } = readChoices(typed, choices)
    if (values[0] !== undefined && values.length === 1) return choose(values[0])
    setLeft(true)
  }
  return (
    <Select
      {...rest}
      ref={input}
      data={choices.map((each) => ({ value: each.value, label: each.label }))}
      value={value || null}
      onChange={(chosen) => choose(chosen ?? '')}
      searchable
      selectFirstOptionOnChange
      searchValue={typed ?? label}
      onSearchChange={(text) => {
        if (isLeaving.current || hasListCome() || text === typed) return
        setTyped(text === label ? undefined : text)
        setLeft(false)
      }}
      onBlurCapture={() => {
        // The field would put the chosen label back.
        isLeaving.current = true
      }}
      onBlur={leave}
      error={unreadText(unread) ?? rest.error}
    />
  )
}
