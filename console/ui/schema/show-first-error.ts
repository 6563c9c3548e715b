const errorSelector = ['[aria-invalid=true]', 'input[data-error=true]', '[role=alert]'].map(
  (part) => `main form ${part}, main section ${part}`,
)

/** Scrolls to the first invalid field and focuses it. The error of a list focuses its first control. */
export function showFirstError(): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(errorSelector.join(', '))
    const field = found?.getAttribute('role') === 'alert' ? controlNear(found) : found
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}

const controlNear = (alert: HTMLElement): HTMLElement | null =>
  alert.closest('fieldset, section')?.querySelector<HTMLElement>('input, textarea, select, button') ?? null
