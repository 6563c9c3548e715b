import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { languageName, languageOptions } from '../../accounts/language-names.ts'
import type { Translations } from '../translations.ts'
import { limitsOf, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

/** The title and description in further languages: executors read the task in theirs. */
export function OfferTranslations({ offer: { form, canEdit } }: Props) {
  const { t, i18n } = useLingui()
  if (!canEdit('translations')) return null
  const { translations, sourceLanguage } = form.values
  const change = (next: Translations) => form.setFieldValue('translations', next)
  const choices = languageOptions(i18n.locale).filter(
    ({ value }) => value !== sourceLanguage && !(value in translations),
  )
  return (
    <Fieldset legend={t`Translations`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Executors read the task in their language, as far as you translate it. You translate it yourself.
          </Trans>
        </Text>
        {Object.keys(translations).map((tag) => (
          <TranslationFields
            key={tag}
            form={form}
            tag={tag}
            remove={() => change(Object.fromEntries(Object.entries(translations).filter(([each]) => each !== tag)))}
          />
        ))}
        {choices.length > 0 && (
          <NativeSelect
            label={t`Add a translation`}
            maw={320}
            value=""
            data={[{ value: '', label: t`Choose a language` }, ...choices]}
            onChange={({ currentTarget: { value } }) => {
              if (value) change({ ...translations, [value]: { title: '', description: '' } })
            }}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

type FieldsProps = Pick<OfferForm, 'form'> & { readonly tag: string; readonly remove: () => void }

function TranslationFields({ form, tag, remove }: FieldsProps) {
  const { t, i18n } = useLingui()
  const language = languageName(tag, i18n.locale)
  const path = `translations.${tag}`
  return (
    <Stack gap="xs" component="section" aria-label={language}>
      <Group justify="space-between">
        <Text fw={600}>{language}</Text>
        <Button variant="subtle" color="red" size="compact-sm" aria-label={t`Remove ${language}`} onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
      <TextInput label={t`Title`} lang={tag} dir="auto" {...form.getInputProps(`${path}.title`)} />
      <Textarea
        label={t`Description`}
        lang={tag}
        dir="auto"
        autosize
        minRows={3}
        maxLength={limitsOf('description').maxLength}
        {...form.getInputProps(`${path}.description`)}
      />
    </Stack>
  )
}
