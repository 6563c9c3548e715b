import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Text } from '@mantine/core'
import { languageName } from '../accounts/language-names.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { translationsOf } from './translations.ts'

/** The advertiser's translations of a task, each as executors of its language read it. */
export function TranslatedTexts({ translations }: { readonly translations: unknown }) {
  const { t, i18n } = useLingui()
  const entries = Object.entries(translationsOf(translations))
  if (entries.length === 0) return null
  return (
    <Section title={t`Translations`}>
      <Stack gap="sm">
        {entries.map(([tag, { title, description }]) => (
          <Card key={tag} withBorder lang={tag}>
            <Text size="sm" c="dimmed" lang={i18n.locale}>
              {languageName(tag, i18n.locale)}
            </Text>
            {title && (
              <Text fw={600} component="div">
                <UserText text={title} oneLine />
              </Text>
            )}
            {description && <Markdown text={description} />}
          </Card>
        ))}
      </Stack>
    </Section>
  )
}
