import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isLeftForLink } from '../links.tsx'

const typingPauseMs = 400

type TypedFilter = {
  /** The filter that is applied. */
  readonly value: string | undefined
  readonly apply: (text: string) => void
  /** Whether it is applied after a pause in typing too. */
  readonly isImmediate?: boolean
}

/**
 * Returns the properties of a text field that filters a list. What is typed is applied by Enter and when the field is left, which paging does
 * and following a link does not, and stays in the field meanwhile. The field follows the filter when it changes otherwise.
 */
export function useTypedFilter({ value = '', apply, isImmediate = false }: TypedFilter) {
  const [text, setText] = useState(value)
  const applied = useRef(value)
  useEffect(() => {
    if (value !== applied.current) setText(value)
    applied.current = value
  }, [value])
  const applyText = (typed: string) => {
    applied.current = typed.trim()
    apply(typed.trim())
  }
  const applyChanged = (typed: string) => {
    if (typed.trim() !== applied.current) applyText(typed)
  }
  const applyLater = useDebouncedCallback(applyChanged, typingPauseMs)
  return {
    value: text,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setText(currentTarget.value)
      if (isImmediate) applyLater(currentTarget.value)
    },
    onBlur: (event: FocusEvent) => {
      applyLater.cancel()
      if (!isLeftForLink(event)) applyChanged(text)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      applyLater.cancel()
      applyText(text)
    },
  }
}
