import { useLayoutEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, () => void>>

const isBehindDialog = (inDialog: boolean): boolean =>
  !inDialog && document.querySelector('[role=dialog], [role=menu]') !== null

const arrowKeyRoles = '[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [type=radio]'

/** Whether the element is a closed list of choices without a field to type in: it leaves letters to the page. */
const leavesLetters = (target: HTMLElement, key: string): boolean =>
  key.length === 1 && key !== ' ' && target.matches('input[role=combobox][readonly]:not([aria-expanded=true])')

/** Whether the focused element handles the key itself. */
function isHandledByFocus(target: EventTarget | null, key: string, inDialog: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (leavesLetters(target, key)) return isBehindDialog(inDialog)
  if (target.isContentEditable || target.matches('textarea, select, [role=combobox]')) return true
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) return true
  if (key.startsWith('Arrow') && target.closest(arrowKeyRoles)) return true
  return isBehindDialog(inDialog)
}

/** A page of an advertiser can move the focus to the console while a person types, who would then decide with the next letter. */
const canBeMisled = (): boolean => document.querySelector('.task-frame') !== null

/** Returns the Latin letter of a key's position, so shortcuts work on other keyboard layouts. */
const latinOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) || !/^Key[A-Z]$/.test(code) ? key.toLowerCase() : code.slice(-1).toLowerCase()

/**
 * Single-key shortcuts of a page. Inactive while typing, while a dialog is open (with `inDialog`: active only in the dialog), and while a page
 * of an advertiser is shown.
 * Letters are lower case; `Shift+a` is a separate key.
 */
export function useShortcuts(shortcuts: Shortcuts, { isEnabled = true, inDialog = false } = {}): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // A layout effect: the keys work as soon as the page shows what they decide.
  useLayoutEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const key = event.key.length > 1 ? event.key : latinOf(event)
      const name = event.shiftKey && /^[a-z]$/.test(key) ? `Shift+${key}` : key
      const action = latest.current[name]
      if (!action || canBeMisled() || isHandledByFocus(event.target, event.key, inDialog)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isEnabled, inDialog])
}
