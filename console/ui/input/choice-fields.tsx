import { useLingui } from '@lingui/react/macro'
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type ClipboardEvent, useRef, useState } from 'react'
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
  const add = (text: string) => {
    const read = readChoices(text, choices)
    const added = [...read.values, ...read.unread]
    if (choices.length > 0 && added.length > 0) onChange?.([...new Set([...value, ...added])])
  }
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

/** A field for one choice of a list. Leaving it selects the choice that the text names; other text stays with an error. */
export function OneChoice({ choices, value = '', onChange, ...rest }: OneProps) {
  const unreadText = useUnreadText()
  const input = useRef<HTMLInputElement>(null)
  const label = choices.find((each) => each.value === value)?.label ?? ''
  const [typed, setTyped] = useState<string>()
  const isLeaving = useRef(false)
  const [isLeft, setLeft] = useState(false)
  const unread = isLeft && typed !== undefined ? [typed] : []
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
        if (isLeaving.current || text === typed) return
        setTyped(text === label ? undefined : text)
        // While the text is corrected, nothing is wrong yet.
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
