import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { FormBuilder } from './form-builder.tsx'
import { firstForm, firstHtml, type Page, type SampleItem } from './form-parts.ts'
import { OwnPage } from './own-page.tsx'

export type PageEditorProps = {
  readonly value: Page | null
  readonly onChange: (page: Page | null) => void
  /** Items with which the page is tried. */
  readonly sampleItems: readonly SampleItem[]
}

/** The page on which executors answer: none, a form that is built here, or a page of the advertiser. */
export function PageEditor({ value, onChange, sampleItems }: PageEditorProps) {
  const { t } = useLingui()
  // Choosing another kind loses nothing that was entered here.
  const left = useRef<Partial<Record<Page['kind'], Page>>>({})
  const newPage = (kind: Page['kind']): Page => {
    const form = firstForm(sampleItems[0]?.data, [t`Yes`, t`No`])
    const { answerSchema } = form
    if (kind === 'html') return { kind, answerSchema, html: firstHtml(form) }
    return kind === 'external' ? { kind, answerSchema, url: '', opensIn: 'frame' } : form
  }
  const choose = (kind: Page['kind']) => {
    if (value) left.current[value.kind] = value
    onChange(left.current[kind] ?? newPage(kind))
  }
  if (!value)
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          <Trans>Executors answer your questions here, such as a choice, a text or boxes on a picture.</Trans>
        </Text>
        <Button variant="light" onClick={() => choose('form')}>
          <Trans>Add an answer form</Trans>
        </Button>
      </Stack>
    )
  const props = { value, onChange, sampleItems }
  return (
    <Stack gap="md">
      <NativeSelect
        label={t`Executors answer on`}
        value={value.kind}
        onChange={({ currentTarget }) => choose(currentTarget.value as Page['kind'])}
        data={[
          { value: 'form', label: t`a form that you build here` },
          { value: 'html', label: t`your own page in HTML` },
          { value: 'external', label: t`a page of another site` },
        ]}
        maw={420}
      />
      {value.kind === 'form' ? <FormBuilder {...props} /> : <OwnPage key={value.kind} {...props} />}
      <Group>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => onChange(null)}>
          {value.kind === 'form' ? <Trans>Remove the answer form</Trans> : <Trans>Remove the page</Trans>}
        </Button>
      </Group>
    </Stack>
  )
}
