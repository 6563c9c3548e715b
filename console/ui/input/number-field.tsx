import { useLingui } from '@lingui/react'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { readNumber, type Signs, signsOf, writeNumber } from '../../../cli/src/input/amount.ts'
import { exactMoneyIn } from '../formats.ts'
import { useAcceptedForms } from './accepted-forms.ts'
import { useSubmitGuard } from './submit-guard.ts'

type Entered = {
  readonly value?: number | string | null
  /** Called with the number that was read; with an empty text for none, and while the text is refused. */
  readonly onChange?: (value: number | '') => void
  /** Default 0: a whole number. */
  readonly fractionDigits?: number
  readonly allowNegative?: boolean
}
type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type' | 'min' | 'max'> &
  Entered & {
    /** Shows the amount that was read, in this currency. */
    readonly currency?: string | undefined
  }

type Entry = { readonly text: string; readonly value: number | ''; readonly accepted: readonly string[] }

function entryOf(text: string, signs: Signs, { fractionDigits = 0, allowNegative }: Entered): Entry {
  if (text.trim() === '') return { text, value: '', accepted: [] }
  const [, minus = '', digits = ''] = (allowNegative && /^\s*([-\u2212])(.*)$/s.exec(text)) || [text, '', text]
  const number = readNumber(digits, { signs, fractionDigitsMax: fractionDigits })
  if (number.isRead) return { text, value: Number(`${minus && '-'}${number.decimal}`), accepted: [] }
  return { text, value: '', accepted: number.accepted.map((form) => minus + form) }
}

/** Keeps what was typed until another value comes from elsewhere, such as a button. */
function useEntry({ value, onChange, ...rules }: Entered, signs: Signs): readonly [Entry, (text: string) => void] {
  const given: number | '' = (value ?? '') === '' ? '' : Number(value)
  const [typed, setTyped] = useState<Entry>()
  const written: Entry = { text: given === '' ? '' : writeNumber(given, signs), value: given, accepted: [] }
  const change = (text: string) => {
    const next = entryOf(text, signs, rules)
    setTyped(next)
    onChange?.(next.value)
  }
  return [typed && typed.value === given ? typed : written, change]
}

/**
 * A field for a number as the language writes it. A text that is none, or has two meanings, is refused with the forms that are accepted, and
 * its form cannot be sent.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, fractionDigits = 0, allowNegative = false, currency, ...rest } = props
  const { i18n } = useLingui()
  const formsText = useAcceptedForms()
  const input = useRef<HTMLInputElement>(null)
  const [entry, change] = useEntry({ value, onChange, fractionDigits, allowNegative }, signsOf(i18n.locale))
  const [isLeft, setLeft] = useState(false)
  const isRefused = entry.accepted.length > 0
  useSubmitGuard(input, isRefused, () => setLeft(true))
  const shown = currency && entry.value !== '' ? exactMoneyIn(i18n.locale, entry.value, currency) : undefined
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode={fractionDigits > 0 ? 'decimal' : 'numeric'}
      value={entry.text}
      onChange={(event) => {
        change(event.currentTarget.value)
        // While the number is corrected, nothing is wrong yet.
        setLeft(false)
      }}
      onBlur={(event) => {
        setLeft(true)
        rest.onBlur?.(event)
      }}
      error={isRefused && isLeft ? formsText(entry.accepted) : rest.error}
      {...(shown && { rightSection: <output>{shown}</output>, rightSectionWidth: `${shown.length + 2}ch` })}
    />
  )
}
