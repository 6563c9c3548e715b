import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { paths } from '../../api/group-a.ts'
import { groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { countryChoices } from '../../ui/countries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ManyChoices, OneChoice } from '../../ui/input/choice-fields.tsx'
import { genderLabels, useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { languageName, languageOptions } from '../language-names.ts'
import type { Account } from '../session.ts'
import { LanguageLevels, type Levels, statedLevels } from './language-levels.tsx'

type Body = paths['/api/account']['patch']['requestBody']['content']['application/json']
type Input = NonNullable<Body['profile']>
type Gender = NonNullable<NonNullable<Input['gender']>>
type Profile = NonNullable<Account['profile']>
type Values = {
  nickname: string
  birthDate: string
  countryId: string
  gender: string
  languages: string[]
  languageLevels: Levels
}
type ProfileFormProps = { readonly profile: Values }

const valuesOf = ({ nickname, birthDate, countryId, gender, languages, languageLevels }: Profile): Values => ({
  nickname: nickname ?? '',
  birthDate: birthDate ?? '',
  countryId: countryId === null ? '' : String(countryId),
  gender: gender ?? '',
  languages: [...languages],
  languageLevels: languageLevels ?? {},
})

const inputOf = ({ nickname, birthDate, countryId, gender, languages, languageLevels }: Values): Input => ({
  nickname: nickname.trim() || null,
  birthDate: birthDate || null,
  countryId: countryId ? Number(countryId) : null,
  gender: (gender || null) as Input['gender'] & (Gender | null),
  languages,
  languageLevels: statedLevels(languages, languageLevels) as NonNullable<Input['languageLevels']>,
})

type FormProps = { readonly account: Account; readonly profile: Profile }

/** The nickname, and the profile that offers target. All fields are optional, but without them fewer offers match. */
export function ProfileForm({ account, profile }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm<ProfileFormProps>('profile', { profile: valuesOf(profile) })
  const mutation = useApiMutation(['account', 'offers'], (body: Body, header) =>
    groupA.PATCH('/api/account', { params: { header }, body }),
  )
  const submit = (values: ProfileFormProps) =>
    mutation.mutate(
      { profile: inputOf(values.profile) },
      {
        onSuccess: () => {
          form.clearStored()
          notifySuccess(t`Profile saved. It applies immediately.`)
        },
        onError: form.showErrors,
      },
    )
  return (
    <Section
      title={t`Profile`}
      description={t`Some tasks require a certain age, country, gender or language. Empty fields hide matching tasks. Advertisers see your nickname, country and level, and how much of your work was accepted.`}
    >
      <Card withBorder padding="md">
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t`Nickname`}
              description={t`Advertisers see it next to your submissions. Without one, each advertiser sees a different number. Don't use your full name.`}
              autoComplete="off"
              maw={480}
              maxLength={24}
              {...form.getInputProps('profile.nickname')}
            />
            <ProfileFields form={form} saved={profile.languages} />
            <ErrorAlert error={mutation.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={mutation.isPending} disabled={!account.allowedActions.includes('Change')}>
                <Trans>Save</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

type FieldsProps = {
  readonly form: PersistedForm<ProfileFormProps>
  /** The languages as they were saved. */
  readonly saved: readonly string[]
}

function ProfileFields({ form, saved }: FieldsProps) {
  const { t } = useLingui()
  const label = useLabels(genderLabels)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
      <TextInput
        type="date"
        label={t`Birth date`}
        autoComplete="bday"
        error={form.errors['profile.birthDate']}
        {...form.getInputProps('profile.birthDate')}
      />
      <Select
        label={t`Gender`}
        placeholder={t`Not specified`}
        data={Object.keys(genderLabels).map((value) => ({ value, label: label(value) }))}
        clearable
        clearButtonProps={{ 'aria-label': t`Prefer not to say` }}
        {...form.getInputProps('profile.gender')}
        value={form.values.profile.gender || null}
        onChange={(value) => form.setFieldValue('profile.gender', value ?? '')}
      />
      <CountryField form={form} />
      <LanguagesField form={form} saved={saved} />
      <LanguageLevels
        languages={form.values.profile.languages}
        levels={form.values.profile.languageLevels}
        onChange={(levels) => form.setFieldValue('profile.languageLevels', levels)}
      />
    </SimpleGrid>
  )
}

function CountryField({ form }: Pick<FieldsProps, 'form'>) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const { data: countries = [] } = useQuery({
    ...apiQuery(['catalog', 'countries', query], (signal) =>
      groupA.GET('/api/executor/offers/countries', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <OneChoice
      label={t`Country`}
      placeholder={t`Not specified`}
      choices={countryChoices(i18n.locale, countries)}
      clearable
      autoComplete="off"
      nothingFoundMessage={t`Country not found`}
      onClick={(event) => event.currentTarget.select()}
      clearButtonProps={{ 'aria-label': t`Prefer not to say` }}
      {...form.getInputProps('profile.countryId')}
    />
  )
}

function LanguagesField({ form, saved }: FieldsProps) {
  const { t, i18n } = useLingui()
  const options = useMemo(() => languageOptions(i18n.locale), [i18n.locale])
  // A profile can have languages beyond the list, such as pt-BR.
  const unlisted = saved.filter((tag) => options.every(({ value }) => value !== tag))
  const extraOptions = unlisted.map((tag) => ({ value: tag, label: languageName(tag, i18n.locale) }))
  return (
    <ManyChoices
      label={t`Languages you speak`}
      choices={[...extraOptions, ...options]}
      clearable
      limit={50}
      autoComplete="off"
      nothingFoundMessage={t`Language not found`}
      clearButtonProps={{ 'aria-label': t`Remove all` }}
      {...form.getInputProps('profile.languages')}
    />
  )
}
