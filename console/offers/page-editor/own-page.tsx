import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Radio, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isName } from '../page-form/fill.ts'
import { AnswerSchemaField } from './answer-schema-field.tsx'
import { CodeField } from './code-field.tsx'
import type { Page, SampleItem } from './form-parts.ts'
import { PagePreview } from './page-preview.tsx'
import { errorAt, usePagePreview } from './use-page-preview.ts'

type OwnPageProps = {
  readonly value: Page
  readonly onChange: (page: Page) => void
  readonly sampleItems: readonly SampleItem[]
}

/** A page of the advertiser, in html or at an address, next to what executors would see. */
export function OwnPage({ value, onChange, sampleItems }: OwnPageProps) {
  const [chosen, setPlace] = useState(0)
  const place = Math.min(chosen, Math.max(0, sampleItems.length - 1))
  const { shown, error } = usePagePreview(value, sampleItems[place]?.data)
  const fields = { value, onChange, error }
  return (
    <Stack gap="md">
      <Names sampleItems={sampleItems} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {value.kind === 'html' ? <HtmlField {...fields} /> : <AddressFields {...fields} />}
        <PagePreview {...{ shown, error, sampleItems, place }} onPlace={setPlace} />
      </SimpleGrid>
      <AnswerSchemaField
        value={value.answerSchema}
        onChange={(answerSchema) => onChange({ ...value, answerSchema })}
        error={errorAt(error, 'page.answerSchema')}
      />
    </Stack>
  )
}

/** The names of values that can stand in the page. */
function Names({ sampleItems }: Pick<OwnPageProps, 'sampleItems'>) {
  const names = [...new Set(sampleItems.flatMap(({ data }) => Object.keys(data)))].filter(isName)
  if (names.length === 0) return null
  return (
    <Text size="sm" component="p" m={0}>
      <Trans>Values of an item that the page can use:</Trans>{' '}
      {names.map((name) => (
        <Code key={name} mr={6}>{`{{${name}}}`}</Code>
      ))}
    </Text>
  )
}

type FieldProps = Omit<OwnPageProps, 'sampleItems'> & { readonly error: unknown }

function HtmlField({ value, onChange, error }: FieldProps) {
  const { t } = useLingui()
  return (
    <CodeField
      label={t`HTML of the page`}
      description={t`A form with data-task is the answer. Scripts use /task-helper.js.`}
      data-path="page.html"
      rows={20}
      value={value.html ?? ''}
      onChange={({ currentTarget: { value: html } }) => onChange({ ...value, html })}
      error={errorAt(error, 'page.html')}
    />
  )
}

function AddressFields({ value, onChange, error }: FieldProps) {
  const { t } = useLingui()
  return (
    <Stack gap="md">
      <TextInput
        label={t`Address of the page`}
        description={t`With https. Values of the item are encoded.`}
        placeholder="https://example.com/{{name}}"
        data-path="page.url"
        dir="ltr"
        type="url"
        maxLength={2_000}
        value={value.url ?? ''}
        onChange={({ currentTarget: { value: url } }) => onChange({ ...value, url: url.trim() })}
        error={value.url ? errorAt(error, 'page.url') : undefined}
      />
      <Radio.Group
        label={t`It opens`}
        value={value.opensIn ?? 'frame'}
        onChange={(opensIn) => onChange({ ...value, opensIn: opensIn as 'frame' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="frame" label={t`In the task, without cookies`} />
          <Radio value="tab" label={t`In a new tab, where it can sign people in`} />
        </Stack>
      </Radio.Group>
      <Switch
        label={t`Sign the address`}
        description={t`Your site can check who comes from us, with the secret on the page of the task.`}
        data-path="page.signed"
        checked={value.signed ?? false}
        onChange={({ currentTarget: { checked: signed } }) => onChange({ ...value, signed })}
        error={errorAt(error, 'page.signed')}
      />
    </Stack>
  )
}
