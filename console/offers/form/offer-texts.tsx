import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { randomKey } from '../../api.ts'
import { Section } from '../../ui/page.tsx'
import { limitsOf, Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

/** The texts that executors read: title, description, proof instructions and acceptance criteria. */
export function OfferTexts({ offer }: Props) {
  const { t } = useLingui()
  const { form, canEdit } = offer
  if (!['title', 'description', 'proofInstructions', 'acceptanceCriteria'].some(canEdit)) return null
  return (
    <Section title={t`What executors see`}>
      {canEdit('title') && (
        <TextInput
          label={t`Title`}
          description={t`One line that says what to do`}
          withAsterisk
          dir="auto"
          {...form.getInputProps('title')}
        />
      )}
      <Member
        offer={offer}
        name="description"
        label={t`Description`}
        description={t`Step by step if there are several`}
      />
      <Member offer={offer} name="proofInstructions" label={t`What the proofs must show`} />
      {canEdit('acceptanceCriteria') && <CriteriaFields offer={offer} />}
      {canEdit('sourceLanguage') && <LanguageField offer={offer} />}
    </Section>
  )
}

const languages = ['en', 'ru', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'uk', 'tr', 'ar', 'hi', 'zh', 'ja', 'ko']

function LanguageField({ offer: { form } }: Props) {
  const { t, i18n } = useLingui()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const { sourceLanguage } = form.values
  const shown = languages.includes(sourceLanguage) ? languages : [sourceLanguage, ...languages].filter(Boolean)
  return (
    <NativeSelect
      label={t`Language of this text`}
      data={shown.map((value) => ({ value, label: names.of(value) ?? value }))}
      {...form.getInputProps('sourceLanguage')}
    />
  )
}

function CriteriaFields({ offer: { form } }: Props) {
  const { t } = useLingui()
  const criteriaMax = limitsOf('acceptanceCriteria').maxItems ?? Number.POSITIVE_INFINITY
  const criteria = form.values.acceptanceCriteria
  const add = () => form.insertListItem('acceptanceCriteria', { id: randomKey().slice(0, 8), text: '', required: true })
  return (
    <Fieldset legend={t`Acceptance criteria`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          <Trans>You check each result against these. Executors see them before they start.</Trans>
        </Text>
        {criteria.map(({ id }, index) => (
          <Criterion key={id} form={form} index={index} />
        ))}
        {criteria.length < criteriaMax && (
          <Group>
            <Button variant="light" size="compact-md" onClick={add}>
              <Trans>Add a criterion</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

function Criterion({ form, index }: Pick<OfferForm, 'form'> & { readonly index: number }) {
  const { t } = useLingui()
  const lengthMax = limitsOf('acceptanceCriteria').items?.properties?.text?.maxLength
  const path = `acceptanceCriteria.${index}`
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <Stack gap={6} flex={1}>
        <Textarea
          aria-label={t`Criterion ${index + 1}`}
          autosize
          minRows={1}
          dir="auto"
          {...(lengthMax ? { maxLength: lengthMax } : {})}
          {...form.getInputProps(`${path}.text`)}
        />
        <Checkbox label={t`Required`} size="xs" {...form.getInputProps(`${path}.required`, { type: 'checkbox' })} />
      </Stack>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={t`Remove criterion ${index + 1}`}
        onClick={() => form.removeListItem('acceptanceCriteria', index)}
      >
        ✕
      </ActionIcon>
    </Group>
  )
}
