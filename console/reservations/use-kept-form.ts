import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { groupA, randomKey } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { readStored, store } from '../ui/persisted.ts'
import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Values } from '../ui/schema/schema.ts'
import { withReturnedCode } from './returned-code.ts'
import type { Upload } from './upload.ts'

type Work = { readonly details: Values; readonly proofs: readonly Upload[] }

/** How long after the last change the form is saved, in milliseconds. */
const saveAfterMs = 1_500

/** A text by which this browser knows its own drafts again. Signing out forgets it, with the input that the browser keeps. */
function ownDevice(): string {
  const known = JSON.parse(readStored('device') ?? 'null')
  if (typeof known === 'string') return known
  const made = randomKey()
  store('device', made)
  return made
}

const keptUpload = ({ url, fileName, size, contentType }: Upload) => ({ url, fileName, size, contentType })

/** Saves the form. If that fails, the browser still has it. */
function save(reservationId: number, { details, proofs }: Work): void {
  const body = { details: details as Record<string, unknown>, proofs: proofs.map(keptUpload), device: ownDevice() }
  const params = { path: { reservationId } }
  void groupA.PUT('/api/executor/reservations/{reservationId}/form', { params, body }).catch(() => undefined)
}

/**
 * Keeps the form of a reservation on the server too, so that the work can go on on another device: what another device has saved last
 * replaces what this browser has. If that cannot be read or saved, this browser's own input stays.
 */
export function useKeptForm(reservationId: number, form: PersistedForm<Work>): void {
  const path = { reservationId }
  const kept = useQuery({
    // Not a query of `reservations`: it is read once, and a submission ends the reservation that it belongs to.
    ...apiQuery(['kept-form', reservationId], (signal) =>
      groupA.GET('/api/executor/reservations/{reservationId}/form', { params: { path }, signal }),
    ),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const saved = useRef(JSON.stringify(form.values))
  const isReady = useRef(false)
  const { setValues } = form
  const { data, isError } = kept
  useEffect(() => {
    if (isReady.current || (!data && !isError)) return
    isReady.current = true
    const draft = data?.draft
    if (!draft || draft.device === ownDevice()) return
    const values = { details: withReturnedCode(reservationId, draft.details as Values), proofs: draft.proofs }
    saved.current = JSON.stringify(values)
    setValues(values)
  }, [data, isError, setValues, reservationId])
  const { values } = form
  useEffect(() => {
    const text = JSON.stringify(values)
    if (text === saved.current) return undefined
    const timer = setTimeout(() => {
      if (!isReady.current) return
      saved.current = text
      save(reservationId, values)
    }, saveAfterMs)
    return () => clearTimeout(timer)
  }, [values, reservationId])
}
