import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { filledPart } from '../page-form/fill.ts'
import { type Draft, fieldsOf } from '../page-form/form-schema.ts'
import { ItemForm } from '../page-form/item-form.tsx'
import { plainView } from '../page-form/shown-item.tsx'
import type { Page, SampleItem } from './form-parts.ts'

type FormPreviewProps = { readonly page: Page; readonly sampleItems: readonly SampleItem[] }
const noItem: SampleItem = { data: {} }

/** The form as executors see it, with one of the sample items. What is entered here goes nowhere. */
export function FormPreview({ page, sampleItems }: FormPreviewProps) {
  const { t } = useLingui()
  const [place, setPlace] = useState(0)
  const [draft, setDraft] = useState<Draft>()
  const [view, setView] = useState(plainView)
  const goesOn = useRef<(() => void) | undefined>(undefined)
  const { data } = sampleItems[place % Math.max(1, sampleItems.length)] ?? noItem
  const fields = useMemo(() => fieldsOf(page.answerSchema), [page.answerSchema])
  const show = (page.show ?? []).map((part) => filledPart(part, data))
  const next = () => {
    setDraft(undefined)
    setPlace(place + 1)
  }
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t`Preview of the answer form`}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text fw={600}>
            <Trans>Preview</Trans>
          </Text>
          {sampleItems.length > 1 && (
            <Button variant="default" size="compact-sm" onClick={next}>
              <Trans>Next sample item</Trans>
            </Button>
          )}
        </Group>
        <ItemForm
          key={place}
          {...{ fields, show, draft, view, setView }}
          isPreview
          onChange={setDraft}
          onNext={next}
          onBack={() => undefined}
          goesOn={goesOn}
        />
      </Stack>
    </Paper>
  )
}
