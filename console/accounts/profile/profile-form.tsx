import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { paths } from '../../api/group-a.ts'
import { groupA } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import { useWords, type Words } from '../../ui/words.ts'
import { languageName, languagesIn } from '../language-names.ts'
import type { Account } from '../session.ts'

type Body = paths['/api/account']['patch']['requestBody']['content']['application/json']
type Input = NonNullable<Body['profile']>
type Gender = NonNullable<NonNullable<Input['gender']>>
type Profile = NonNullable<Account['profile']>
type Values = { birthDate: string; countryId: string; gender: string; languages: string[] }
type ProfileFormProps = { readonly profile: Values }

const genderWords: Words & Record<Gender, unknown> = { Male: msg`Male`, Female: msg`Female` }

const valuesOf = ({ birthDate, countryId, gender, languages }: Profile): Values => ({
  birthDate: birthDate ?? '',
  countryId: countryId === null ? '' : String(countryId),
  gender: gender ?? '',
  languages: [...languages],
})

const inputOf = ({ birthDate, countryId, gender, languages }: Values): Input => ({
  birthDate: birthDate || null,
  countryId: countryId ? Number(countryId) : null,
  gender: (gender || null) as Input['gender'] & (Gender | null),
  languages,
})

type FormProps = { readonly account: Account; readonly profile: Profile }

/** The profile that offers target. All fields are optional, but without them fewer offers match. */
export function ProfileForm({ account, profile }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm<ProfileFormProps>('profile', { profile: valuesOf(profile) })
  const change = useAction(['account', 'offers'], (body: Body, header) =>
    groupA.PATCH('/api/account', { params: { header }, body }),
  )
  const send = (values: ProfileFormProps) =>
    change.mutate(
      { profile: inputOf(values.profile) },
      {
        onSuccess: () => {
          form.forget()
          notifyDone(t`Profile saved. It applies immediately.`)
        },
        onError: form.refuse,
      },
    )
  return (
    <Part
      title={t`Profile`}
      about={t`Some offers require a certain age, country, gender or language. Empty fields hide matching offers. Advertisers never see your profile.`}
    >
      <Card withBorder padding="md">
        <form onSubmit={form.onSubmit(send)} noValidate>
          <Stack gap="md">
            <ProfileFields form={form} />
            <Refused error={change.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={change.isPending} disabled={!account.allowedActions.includes('Change')}>
                <Trans>Save</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Part>
  )
}

function ProfileFields({ form }: { readonly form: PersistedForm<ProfileFormProps> }) {
  const { t } = useLingui()
  const say = useWords(genderWords)
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
        data={Object.keys(genderWords).map((value) => ({ value, label: say(value) }))}
        clearable
        clearButtonProps={{ 'aria-label': t`Prefer not to say` }}
        {...form.getInputProps('profile.gender')}
        value={form.values.profile.gender || null}
        onChange={(value) => form.setFieldValue('profile.gender', value ?? '')}
      />
      <CountryField form={form} />
      <LanguagesField form={form} />
    </SimpleGrid>
  )
}

function CountryField({ form }: { readonly form: PersistedForm<ProfileFormProps> }) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const { data: countries = [] } = useQuery({
    ...ask(['catalog', 'countries', query], (signal) =>
      groupA.GET('/api/executor/offers/countries', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Select
      label={t`Country`}
      placeholder={t`Not specified`}
      data={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      clearable
      autoComplete="off"
      nothingFoundMessage={t`Country not found`}
      onClick={(event) => event.currentTarget.select()}
      selectFirstOptionOnChange
      clearButtonProps={{ 'aria-label': t`Prefer not to say` }}
      {...form.getInputProps('profile.countryId')}
      value={form.values.profile.countryId || null}
      onChange={(value) => form.setFieldValue('profile.countryId', value ?? '')}
    />
  )
}

function LanguagesField({ form }: { readonly form: PersistedForm<ProfileFormProps> }) {
  const { t, i18n } = useLingui()
  const known = useMemo(() => languagesIn(i18n.locale), [i18n.locale])
  const own = form.values.profile.languages.filter((tag) => known.every(({ value }) => value !== tag))
  const further = own.map((tag) => ({ value: tag, label: languageName(tag, i18n.locale) }))
  return (
    <MultiSelect
      label={t`Languages you speak`}
      data={[...further, ...known]}
      searchable
      clearable
      limit={50}
      autoComplete="off"
      nothingFoundMessage={t`Language not found`}
      clearButtonProps={{ 'aria-label': t`Remove all` }}
      {...form.getInputProps('profile.languages')}
    />
  )
}
