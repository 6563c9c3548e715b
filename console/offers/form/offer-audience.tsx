import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA, groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { AudienceSize } from './audience-size.tsx'
import { Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

export const genderLabels: Labels = { Any: msg`Any`, Male: msg`Male`, Female: msg`Female` }
const members = ['minAge', 'maxAge', 'gender', 'targetCountryIds', 'minExecutorLevel']

/** The fields for the audience. */
export function AudienceFields({ offer }: Props) {
  const { t } = useLingui()
  if (!members.some(offer.canEdit)) return null
  return (
    <Section title={t`Audience`}>
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

function GenderField({ offer: { form, canEdit } }: Props) {
  const { t } = useLingui()
  const word = useLabels(genderLabels)
  if (!canEdit('gender')) return null
  return (
    <NativeSelect
      label={t`Gender`}
      data={Object.keys(genderLabels).map((value) => ({ value, label: word(value) }))}
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
  const { t } = useLingui()
  const countries = useCountries()
  if (!canEdit('targetCountryIds')) return null
  return (
    <MultiSelect
      label={t`Countries`}
      description={t`Leave empty for all countries.`}
      placeholder={t`Start typing a name`}
      data={(countries.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      clearable
      hidePickedOptions
      limit={60}
      clearButtonProps={{ 'aria-label': t`All countries` }}
      nothingFoundMessage={t`No matching country`}
      {...form.getInputProps('targetCountryIds')}
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
