import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA, groupB } from '../../api.ts'
import { RequirementsField } from '../../qualifications/requirements-field.tsx'
import { apiQuery } from '../../queries.ts'
import { countryChoices } from '../../ui/countries.ts'
import { ManyChoices } from '../../ui/input/choice-fields.tsx'
import { genderLabels, type Labels, useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { QuotasField } from '../studies/quotas-field.tsx'
import { AudienceSize } from './audience-size.tsx'
import { Member, type OfferForm } from './offer-fields.tsx'
import { OwnAudiences } from './own-templates.tsx'

type Props = { readonly offer: OfferForm }

export const audienceGenders = { Any: msg`Any`, ...genderLabels } satisfies Labels
const members = ['minAge', 'maxAge', 'gender', 'targetCountryIds', 'minExecutorLevel', 'allowListId']

/** The fields for the audience. */
export function AudienceFields({ offer }: Props) {
  const { t } = useLingui()
  if (!members.some(offer.canEdit)) return null
  return (
    <Section title={t`Audience`}>
      <OwnAudiences offer={offer} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
        <Member offer={offer} name="minAge" label={t`Minimum age`} />
        <Member offer={offer} name="maxAge" label={t`Maximum age`} />
        <GenderField offer={offer} />
        <Member
          offer={offer}
          name="minExecutorLevel"
          label={t`Minimum level`}
          description={t`Level 0 is open to everyone. Accepted work raises the level.`}
        />
      </SimpleGrid>
      <CountriesField offer={offer} />
      <Requirements offer={offer} />
      <AudienceSize offer={offer} />
    </Section>
  )
}

/** The fields for how often one executor may do the work. */
export function RepetitionFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['perExecutorLimit', 'attemptsMax'].some(offer.canEdit)) return null
  return (
    <Section title={t`Repetition`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
        <Member offer={offer} name="perExecutorLimit" label={t`Max. per executor`} />
        <Member offer={offer} name="attemptsMax" label={t`Max. rejected or withdrawn attempts per executor`} />
      </SimpleGrid>
    </Section>
  )
}

/** The fields for the advertiser's lists of executors. */
export function ListFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['allowListId', 'blockListId'].some(offer.canEdit)) return null
  return (
    <Section title={t`Executor lists`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
        <ListField offer={offer} name="allowListId" label={t`Only this list`} />
        <ListField offer={offer} name="blockListId" label={t`Exclude this list`} />
      </SimpleGrid>
    </Section>
  )
}

/** How many of each kind take part, and who took part in another task of a group. They change as long as the lists and the names. */
export function QuotaFields({ offer: { form, canEdit } }: Props) {
  const { t, i18n } = useLingui()
  const { data: countries = [] } = useCountries()
  const [mayLimit, mayName] = [canEdit('allowListId'), canEdit('externalId')]
  if (!mayLimit && !mayName) return null
  return (
    <Section title={t`Quotas and groups`}>
      {mayLimit && (
        <QuotasField
          value={form.values.quotas}
          onChange={(quotas) => form.setFieldValue('quotas', [...quotas])}
          countries={countryChoices(i18n.locale, countries)}
          errors={form.errors}
          isPublished={!canEdit('minAge')}
        />
      )}
      {mayName && (
        <TextInput
          label={t`Exclusion group`}
          description={t`Each person takes part in only one of your tasks with the same group name.`}
          maxLength={100}
          {...form.getInputProps('exclusionGroup')}
        />
      )}
    </Section>
  )
}

function GenderField({ offer: { form, canEdit } }: Props) {
  const { t } = useLingui()
  const word = useLabels(audienceGenders)
  if (!canEdit('gender')) return null
  return (
    <NativeSelect
      label={t`Gender`}
      data={Object.keys(audienceGenders).map((value) => ({ value, label: word(value) }))}
      {...form.getInputProps('gender')}
    />
  )
}

/** Loads the countries with their names in the reader's language. */
export function useCountries() {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  return useQuery({
    ...apiQuery(['catalog', 'countries', query], (signal) =>
      groupA.GET('/api/advertiser/offers/countries', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function CountriesField({ offer: { form, canEdit } }: Props) {
  const { t, i18n } = useLingui()
  const { data: countries = [] } = useCountries()
  if (!canEdit('targetCountryIds')) return null
  return (
    <ManyChoices
      label={t`Countries`}
      description={t`Leave empty for all countries.`}
      placeholder={t`Type names, or paste a list`}
      choices={countryChoices(i18n.locale, countries)}
      clearable
      hidePickedOptions
      limit={60}
      clearButtonProps={{ 'aria-label': t`All countries` }}
      nothingFoundMessage={t`No matching country`}
      {...form.getInputProps('targetCountryIds')}
    />
  )
}

/** They may change as long as the lists. */
function Requirements({ offer: { form, canEdit } }: Props) {
  const { t, i18n } = useLingui()
  const { data: countries = [] } = useCountries()
  if (!canEdit('allowListId')) return null
  return (
    <RequirementsField
      description={t`Only executors who meet all of them can take the task. The others see what is missing.`}
      value={form.values.requirements}
      onChange={(requirements) => form.setFieldValue('requirements', [...requirements])}
      countries={countryChoices(i18n.locale, countries)}
      errors={form.errors}
      name="requirements"
    />
  )
}

const listsMax = 100
type ListFieldProps = Props & { readonly name: 'allowListId' | 'blockListId'; readonly label: string }

function ListField({ offer: { form, canEdit }, name, label }: ListFieldProps) {
  const { t } = useLingui()
  const query = { pageSize: listsMax }
  const lists = useQuery(
    apiQuery(['lists', 'to choose'], (signal) => groupB.GET('/executor-lists', { params: { query }, signal })),
  )
  if (!canEdit(name)) return null
  const options = (lists.data?.items ?? []).map((list) => ({ value: String(list.id), label: list.name }))
  return (
    <NativeSelect label={label} data={[{ value: '', label: t`No list` }, ...options]} {...form.getInputProps(name)} />
  )
}
