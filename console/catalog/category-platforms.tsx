import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { NumberField } from '../ui/input/number-field.tsx'
import { CommonFields } from './common-fields.tsx'
import type { CatalogEditing } from './editing.ts'

type Props = { readonly editing: CatalogEditing; readonly index: number }

/** A category's position in the list, and its platforms. */
export function CategoryPlatforms({ editing, index }: Props) {
  const { t } = useLingui()
  const { form, saved } = editing
  const path = `document.categories.${index}`
  const platforms = form.values.document.categories[index]?.platforms ?? []
  const savedCodes = saved.document.categories.flatMap((category) => category.platforms.map(({ code }) => code))
  const emptyPlatform = { code: '', names: { en: '', ru: '' }, isActive: true }
  return (
    <>
      <NumberField
        label={t`Position in the list`}
        description={t`Lower numbers come first`}
        {...form.getInputProps(`${path}.sortOrder`)}
      />
      {platforms.map((platform, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the code is being edited.
        <Fieldset key={position} legend={t`Platform ${position + 1}`}>
          <Stack gap="sm">
            <CommonFields
              editing={editing}
              path={`${path}.platforms.${position}`}
              isNew={!savedCodes.includes(platform.code)}
            />
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button variant="light" onClick={() => form.insertListItem(`${path}.platforms`, emptyPlatform)}>
          <Trans>Add a platform</Trans>
        </Button>
      </Group>
    </>
  )
}
