import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { FormBuilder } from './form-builder.tsx'
import { firstForm, type Page, type SampleItem } from './form-parts.ts'

export type PageEditorProps = {
  readonly value: Page | null
  readonly onChange: (page: Page | null) => void
  /** Items with which the page is tried. */
  readonly sampleItems: readonly SampleItem[]
}

/** The page on which executors answer: none, or a form that is built here. */
export function PageEditor({ value, onChange, sampleItems }: PageEditorProps) {
  const { t } = useLingui()
  if (!value)
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          <Trans>Executors answer your questions here, such as a choice, a text or boxes on a picture.</Trans>
        </Text>
        <Button variant="light" onClick={() => onChange(firstForm(sampleItems[0]?.data, [t`Yes`, t`No`]))}>
          <Trans>Add an answer form</Trans>
        </Button>
      </Stack>
    )
  return (
    <Stack gap="md">
      {value.kind === 'form' ? (
        <FormBuilder value={value} onChange={onChange} sampleItems={sampleItems} />
      ) : (
        <Alert color="ink">
          <Trans>This task has its own page, which was made with the API. It stays as it is.</Trans>
        </Alert>
      )}
      <Group>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => onChange(null)}>
          <Trans>Remove the answer form</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
