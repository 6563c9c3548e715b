/** Brings the first field that was refused into sight, with the focus in it. */
export function showFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid=true], main [data-error=true]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
