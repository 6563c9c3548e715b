import { type RefObject, useEffect } from 'react'

/** Keeps the form of a field from being sent while the field's text is refused. Focuses the field and calls `onStopped` instead. */
export function useSubmitGuard(
  input: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  isRefused: boolean,
  onStopped: () => void,
): void {
  useEffect(() => {
    const form = input.current?.form
    if (!form || !isRefused) return
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      onStopped()
      input.current?.focus()
    }
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  })
}
