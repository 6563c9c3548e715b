import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, NumberInput, Stack } from '@mantine/core'
import { CommonFields } from './common-fields.tsx'
import type { Editing } from './editing.ts'

type Props = { readonly editing: Editing; readonly index: number }

/** A category's position in the list, and its platforms. */
export function CategoryPlatforms({ editing, index }: Props) {
  const { t } = useLingui()
  const { form, saved } = editing
  const path = `document.categories.${index}`
  const platforms = form.values.document.categories[index]?.platforms ?? []
  const savedCodes = saved.document.categories.flatMap((category) => category.platforms.map(({ code }) => code))
  const blank = { code: '', names: { en: '', ru: '' }, isActive: true }
  return (
    <>
      <NumberInput
        label={t`Position in the list`}
        description={t`Lower numbers come first`}
        hideControls
        {...form.getInputProps(`${path}.sortOrder`)}
      />
      {platforms.map((platform, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the code is what is being written.
        <Fieldset key={at} legend={t`Platform ${at + 1}`}>
          <Stack gap="sm">
            <CommonFields
              editing={editing}
              path={`${path}.platforms.${at}`}
              isNew={!savedCodes.includes(platform.code)}
            />
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button variant="light" onClick={() => form.insertListItem(`${path}.platforms`, blank)}>
          <Trans>Add a platform</Trans>
        </Button>
      </Group>
    </>
  )
}
