import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { fieldErrorText, fieldPathOf } from './field-errors.ts'
import { readStored, removeStored, store } from './persisted.ts'

const restore = <Values extends object>(name: string, initial: Values): Values => {
  try {
    return { ...initial, ...JSON.parse(readStored(name) ?? '{}') }
  } catch {
    return initial
  }
}

/** Returns the changed values, so that concurrent changes of other members are not overwritten. */
const changedValues = <Values extends object>(values: Values, initial: Values): Partial<Values> => {
  const was = new Map(Object.entries(initial).map(([name, value]) => [name, JSON.stringify(value)]))
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== was.get(name)
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<Values>
}

/** Whether unsent input is stored under this name. */
export const hasStoredInput = (name: string): boolean => readStored(name) !== null

export type PersistedForm<Values> = UseFormReturnType<Values> & {
  /** Clears the stored input; call it after a successful submission. */
  readonly clearStored: () => void
  /** Shows a refusal's field errors at their fields. */
  readonly showErrors: (error: unknown) => void
}

/** `keepsAll` false: stores only changed values; the rest take the page's current values when the form is reopened. */
type PersistOptions = { readonly storesAll?: boolean }

/**
 * A form that stores its values in this browser under `name` until they are submitted, so that input survives a lost connection, an
 * ended session or a closed tab.
 */
export function usePersistedForm<Values extends Record<string, unknown>>(
  name: string,
  initial: Values,
  { storesAll = true }: PersistOptions = {},
): PersistedForm<Values> {
  const [initialValues] = useState(initial)
  const [restored] = useState(() => restore(name, initialValues))
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: restored,
    onValuesChange: (values) => store(name, storesAll ? values : changedValues(values, initialValues)),
  })
  return {
    ...form,
    clearStored: () => removeStored(name),
    showErrors: (error) => {
      const errors = errorsOf(error, form.getValues())
      form.setErrors(errors)
      focusFirst(Object.keys(errors))
    },
  }
}

/** Returns a refusal's field errors by the path of the field in a form with these values. */
export function errorsOf(error: unknown, values: object = {}): FormErrors {
  const errors = error instanceof ApiError ? error.errors : []
  return Object.fromEntries(errors.map((each) => [fieldPathOf(each, values), fieldErrorText(each)]))
}

/** Focuses the first of these fields on the page. */
function focusFirst(paths: readonly string[]): void {
  const isOneOf = (path: string | undefined) => path !== undefined && paths.includes(path)
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  fields.find(({ dataset }) => isOneOf(dataset.path))?.focus()
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
