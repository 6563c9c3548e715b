import { useEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, () => void>>

const movedByArrows = '[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [type=radio]'

/** Whether the focused element handles the key itself. */
function isTaken(target: EventTarget | null, key: string, inDialog: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select, [role=combobox]')) return true
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) return true
  if (key.startsWith('Arrow') && target.closest(movedByArrows)) return true
  return !inDialog && document.querySelector('[role=dialog], [role=menu]') !== null
}

/** Returns the Latin letter of a key's position, so shortcuts work on other keyboard layouts. */
const latinOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) || !/^Key[A-Z]$/.test(code) ? key.toLowerCase() : code.slice(-1).toLowerCase()

/**
 * Single-key shortcuts of a page. Inactive while typing or while a dialog is open (with `inDialog`: active only in the dialog).
 * Letters are lower case; `Shift+a` is a separate key.
 */
export function useKeys(keys: Keys, { isOn = true, inDialog = false } = {}): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const plain = event.key.length > 1 ? event.key : latinOf(event)
      const name = event.shiftKey && /^[a-z]$/.test(plain) ? `Shift+${plain}` : plain
      const action = latest.current[name]
      if (!action || isTaken(event.target, event.key, inDialog)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOn, inDialog])
}
