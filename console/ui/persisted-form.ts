import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Refusal } from '../api.ts'
import { forget, keep, keptUnder } from './persisted.ts'

const kept = <Values extends object>(name: string, initial: Values): Values => {
  try {
    return { ...initial, ...JSON.parse(keptUnder(name) ?? '{}') }
  } catch {
    return initial
  }
}

/** What is other than it was at the beginning: what somebody else changes meanwhile is not taken back by the rest. */
const changed = <Values extends object>(values: Values, initial: Values): Partial<Values> => {
  const was = new Map(Object.entries(initial).map(([name, value]) => [name, JSON.stringify(value)]))
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== was.get(name)
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<Values>
}

/** Whether something is kept under this name that has not arrived yet. */
export const isKept = (name: string): boolean => keptUnder(name) !== null

export type PersistedForm<Values> = UseFormReturnType<Values> & {
  /** To be called when what was entered has arrived. */
  readonly forget: () => void
  /** Shows what a refusal says of single fields at those fields. */
  readonly refuse: (error: unknown) => void
}

/** `keepsAll` false: what they did not touch is, when they come back, as the page says it by then. */
type Keeping = { readonly keepsAll?: boolean }

/**
 * A form whose values outlive the page: they are kept in this browser under `name` until they have arrived, so that
 * neither a lost connection nor an ended session nor a closed tab costs what somebody wrote.
 */
export function usePersistedForm<Values extends Record<string, unknown>>(
  name: string,
  initial: Values,
  { keepsAll = true }: Keeping = {},
): PersistedForm<Values> {
  const [beginning] = useState(initial)
  const [first] = useState(() => kept(name, beginning))
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: first,
    onValuesChange: (values) => keep(name, keepsAll ? values : changed(values, beginning)),
  })
  return {
    ...form,
    forget: () => forget(name),
    refuse: (error) => form.setErrors(errorsOf(error)),
  }
}

/** What a refusal says of single fields, by their path; `details.answer` and `/details/answer` are the same. */
export function errorsOf(error: unknown): FormErrors {
  const errors = error instanceof Refusal ? error.errors : []
  return Object.fromEntries(errors.map(({ field, detail }) => [field.replace(/^\//, '').replaceAll('/', '.'), detail]))
}

/** Asks before a tab is closed in which something is on its way. */
export function useUnloadGuard(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [isBusy])
}
