import type { UseFormReturnType } from '@mantine/form'
import type { Schema } from './schema.ts'

export type AnyForm = Pick<
  UseFormReturnType<Record<string, unknown>>,
  'getInputProps' | 'getValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem' | 'errors'
>

export type Fields = {
  readonly schema: unknown
  /** A Mantine form whose values contain an object under `name`, created by `blank(schema)`. */
  readonly form: unknown
  readonly name: string
}

export type Member = {
  readonly memberKey: string
  readonly schema: Schema
  readonly form: AnyForm
  readonly path: string
  readonly isRequired: boolean
}
