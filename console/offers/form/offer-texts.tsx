import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { languageName, languageOptions } from '../../accounts/language-names.ts'
import { randomKey } from '../../api.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Section } from '../../ui/page.tsx'
import { InsertNames } from './insert-names.tsx'
import { limitsOf, Member, type OfferForm } from './offer-fields.tsx'
import { OfferTranslations } from './offer-translations.tsx'

type Props = { readonly offer: OfferForm }

/** The texts that executors read first. */
export function OfferTexts({ offer }: Props) {
  const { t } = useLingui()
  const { form, canEdit } = offer
  if (!['title', 'description'].some(canEdit)) return null
  return (
    <Section title={t`Instructions for executors`}>
      <InsertNames offer={offer} />
      {canEdit('title') && (
        <TextInput
          label={t`Title`}
          description={t`Say in one line what to do.`}
          withAsterisk
          dir="auto"
          {...form.getInputProps('title')}
        />
      )}
      <DescriptionField offer={offer} />
      {canEdit('sourceLanguage') && <LanguageField offer={offer} />}
      <OfferTranslations offer={offer} />
    </Section>
  )
}

/** What executors hand in, and what it is checked against. */
export function ProofFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['proofInstructions', 'acceptanceCriteria'].some(offer.canEdit)) return null
  return (
    <Section title={t`Proof and criteria`}>
      <Member offer={offer} name="proofInstructions" label={t`Required proof`} />
      {offer.canEdit('acceptanceCriteria') && <CriteriaFields offer={offer} />}
    </Section>
  )
}

/** The description, with a preview of its Markdown. */
function DescriptionField({ offer }: Props) {
  const { t } = useLingui()
  const [isShown, preview] = useDisclosure()
  const { description } = offer.form.values
  if (!offer.canEdit('description')) return null
  return (
    <Stack gap={6} align="stretch">
      <Member
        offer={offer}
        name="description"
        label={t`Description`}
        description={t`Markdown works here: **bold**, lists that start with - or 1., and [links](https://example.com).`}
      />
      {description.trim() !== '' && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={preview.toggle} aria-expanded={isShown}>
            {isShown ? t`Hide the preview` : t`Preview the description`}
          </Button>
        </Group>
      )}
      {isShown && description.trim() !== '' && (
        <Paper withBorder p="md" radius="md" component="section" aria-label={t`Preview of the description`}>
          <Markdown text={description} />
        </Paper>
      )}
    </Stack>
  )
}

function LanguageField({ offer: { form } }: Props) {
  const { t, i18n } = useLingui()
  const { sourceLanguage } = form.values
  const known = languageOptions(i18n.locale)
  const isKnown = !sourceLanguage || known.some(({ value }) => value === sourceLanguage)
  const shown = isKnown
    ? known
    : [{ value: sourceLanguage, label: languageName(sourceLanguage, i18n.locale) }, ...known]
  return <NativeSelect label={t`Language of this text`} data={shown} {...form.getInputProps('sourceLanguage')} />
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
