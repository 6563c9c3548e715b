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

/** Returns the changed values, so that concurrent changes of other members are not overwritten. */
const changed = <Values extends object>(values: Values, initial: Values): Partial<Values> => {
  const was = new Map(Object.entries(initial).map(([name, value]) => [name, JSON.stringify(value)]))
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== was.get(name)
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<Values>
}

/** Whether unsent input is stored under this name. */
export const isKept = (name: string): boolean => keptUnder(name) !== null

export type PersistedForm<Values> = UseFormReturnType<Values> & {
  /** Clears the stored input; call it after a successful submission. */
  readonly forget: () => void
  /** Shows a refusal's field errors at their fields. */
  readonly refuse: (error: unknown) => void
}

/** `keepsAll` false: stores only changed values; the rest take the page's current values when the form is reopened. */
type Keeping = { readonly keepsAll?: boolean }

/**
 * A form that stores its values in this browser under `name` until they are submitted, so that input survives a lost connection, an
 * ended session or a closed tab.
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

/** Returns a refusal's field errors by path; `details.answer` and `/details/answer` are equivalent. */
export function errorsOf(error: unknown): FormErrors {
  const errors = error instanceof Refusal ? error.errors : []
  return Object.fromEntries(errors.map(({ field, detail }) => [field.replace(/^\//, '').replaceAll('/', '.'), detail]))
}

/** Warns before closing a tab with a pending request. */
export function useUnloadGuard(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [isBusy])
}
