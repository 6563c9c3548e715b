import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { languages } from '../language.ts'
import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Draft } from './draft.ts'

type NameFieldsProps = { readonly form: PersistedForm<Draft>; readonly path: string }

const namesAt = (values: unknown, path: string): Readonly<Record<string, string>> =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], values) as never

/** Names in the console's languages and in any others that exist. */
export function NameFields({ form, path }: NameFieldsProps) {
  const { t, i18n } = useLingui()
  const [language, setLanguage] = useState('')
  const languageNames = new Intl.DisplayNames([i18n.locale], { type: 'language', fallback: 'code' })
  const tags = [...new Set<string>([...languages, ...Object.keys(namesAt(form.values, path) ?? {})])]
  const isTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) && !tags.includes(language)
  const add = () => {
    form.setFieldValue(`${path}.${language}`, '' as never)
    setLanguage('')
  }
  return (
    <Fieldset legend={t`Name in each language`}>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {tags.map((tag) => (
            <TextInput
              key={tag}
              label={languageNames.of(tag) ?? tag}
              lang={tag}
              dir="auto"
              {...form.getInputProps(`${path}.${tag}`)}
              value={namesAt(form.values, path)?.[tag] ?? ''}
            />
          ))}
        </SimpleGrid>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t`Another language`}
            description={t`Language tag, such as de`}
            w={180}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value.trim())}
          />
          <Button variant="default" disabled={!isTag} onClick={add}>
            <Trans>Add</Trans>
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
