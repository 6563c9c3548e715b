import { useEffect } from 'react'
import { readStored, store } from '../ui/persisted.ts'
import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Values } from '../ui/schema/schema.ts'

const nameOf = (reservationId: number): string => `returned-${reservationId}`

/** Keeps the completion code that the site of a study brought, for the work form. */
export function keepReturnedCode(reservationId: number, code: string | null): void {
  if (code !== null) store(nameOf(reservationId), code)
}

/** Returns the details with the kept code, if they have none. */
export function withReturnedCode(reservationId: number, details: Values): Values {
  const code: unknown = JSON.parse(readStored(nameOf(reservationId)) ?? 'null')
  return typeof code === 'string' && !details['completionCode'] ? { ...details, completionCode: code } : details
}

/** Fills the kept code into the form once. */
export function useReturnedCode<Work extends { readonly details: Values }>(
  reservationId: number,
  { setValues, getValues }: PersistedForm<Work>,
): void {
  useEffect(() => {
    const { details } = getValues()
    const filled = withReturnedCode(reservationId, details)
    if (filled !== details) setValues({ details: filled } as Partial<Work>)
  }, [reservationId, getValues, setValues])
}
