import { useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import type { CatalogEditing } from './editing.ts'
import { NameFields } from './name-fields.tsx'

export type FieldProps = { readonly editing: CatalogEditing; readonly path: string }

/** Fields of all entries: code, names, and whether they can be ordered. */
export function CommonFields({ editing: { form }, path, isNew }: FieldProps & { readonly isNew: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Code`}
        description={t`Used by the API. Lowercase letters, digits, dots and underscores. Cannot be changed later.`}
        styles={{ input: { fontFamily: 'monospace' } }}
        readOnly={!isNew}
        required
        {...form.getInputProps(`${path}.code`)}
      />
      <NameFields form={form} path={`${path}.names`} />
      <Switch label={t`Available for new tasks`} {...form.getInputProps(`${path}.isActive`, { type: 'checkbox' })} />
    </>
  )
}
