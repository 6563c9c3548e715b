import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import type { PersistedForm } from '../ui/persisted-form.ts'
import { publicPageQuery } from './public-api.ts'
import type { SiteForm, TextName } from './site-form.ts'

const lengthMax = 10_000
const languages = [
  { language: 'en', label: 'English' },
  { language: 'ru', label: 'Русский' },
] as const

type TextEditorProps = {
  readonly form: PersistedForm<SiteForm>
  readonly name: TextName
  readonly description: string
  /** Whether it is shown as written, not as Markdown. */
  readonly isPlain?: boolean
}

/** A text in both languages, as Markdown with a preview unless it is plain. */
export function TextEditor({ form, name, description, isPlain = false }: TextEditorProps) {
  const { t } = useLingui()
  const [isPreview, setPreview] = useState(false)
  return (
    <Stack gap="sm">
      <Text c="dimmed">{description}</Text>
      {name === 'help' && <GeneralHelp form={form} />}
      {!isPlain && (
        <>
          <Text size="sm" c="dimmed">
            <Trans>
              Markdown: headings, lists, links, bold. Without a text in one language, the other one is shown.
            </Trans>
          </Text>
          <Switch
            label={t`Preview`}
            checked={isPreview}
            onChange={(event) => setPreview(event.currentTarget.checked)}
          />
        </>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {languages.map(({ language, label }) =>
          isPreview ? (
            <Paper key={language} component="section" aria-label={label} withBorder p="md" radius="md" lang={language}>
              <Markdown text={form.values[name][language]} />
            </Paper>
          ) : (
            <Textarea
              key={language}
              label={label}
              lang={language}
              autosize
              minRows={8}
              maxRows={24}
              maxLength={lengthMax}
              {...form.getInputProps(`${name}.${language}`)}
            />
          ),
        )}
      </SimpleGrid>
    </Stack>
  )
}

/** Fills in the general text, which visitors read as long as there is no other. */
function GeneralHelp({ form }: Pick<TextEditorProps, 'form'>) {
  const queryClient = useQueryClient()
  const fill = useMutation({
    mutationFn: async () => {
      for (const { language } of languages) {
        const { text } = await queryClient.fetchQuery(publicPageQuery('help', language))
        form.setFieldValue(`help.${language}`, text)
      }
    },
  })
  const { en, ru } = form.values.help
  if (en.trim() || ru.trim()) return null
  return (
    <Group>
      <Button variant="default" loading={fill.isPending} onClick={() => fill.mutate()}>
        <Trans>Start from the general text</Trans>
      </Button>
      <ErrorAlert error={fill.error} />
    </Group>
  )
}
