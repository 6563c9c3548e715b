import { useEffect, useRef, useState } from 'react'

/**
 * Returns the properties of a select with a search, and what is typed into it. `chosen` is the label of the choice; without one, what is typed
 * stays when the field is left, where Mantine would clear it.
 */
export function useTypedSelect(chosen: string | undefined) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(chosen ?? '')
  useEffect(() => setText(chosen ?? ''), [chosen])
  return {
    text,
    /** After a choice: the keys of the page would be typed into the search. */
    leave: () => input.current?.blur(),
    props: {
      ref: input,
      searchable: true,
      selectFirstOptionOnChange: true,
      searchValue: text,
      onSearchChange: (typed: string) => {
        if (document.activeElement === input.current || chosen !== undefined) setText(typed)
      },
    },
  }
}
