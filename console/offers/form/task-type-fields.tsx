import { Trans, useLingui } from '@lingui/react/macro'
import { Chip, Group, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Duration, Money } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { detailsFor, type Price } from './offer-values.ts'

const neverStale = { staleTime: Number.POSITIVE_INFINITY }

/** Selects the work from general to specific: category, platform, and task type with its reward. */
export function TaskTypeFields({ offer }: { readonly offer: OfferForm }) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const categories = useQuery({
    ...apiQuery(['catalog', 'own-categories', query], (signal) =>
      groupA.GET('/api/advertiser/offers/categories', { params: { query }, signal }),
    ),
    ...neverStale,
  })
  const { form } = offer
  const { category } = form.values
  const onChange = (id: string) => form.setValues({ category: id, platform: '', offerPriceId: '' })
  return (
    <Section title={t`Task type`}>
      <QueryContent query={categories}>
        {(items) => (
          <Stack gap="md">
            <Chips label={t`Category`} items={items} value={category} onChange={onChange} />
            {category && <Platforms offer={offer} />}
            {form.values.platform && <Prices offer={offer} />}
            {form.errors.offerPriceId && <Input.Error role="alert">{form.errors.offerPriceId}</Input.Error>}
          </Stack>
        )}
      </QueryContent>
    </Section>
  )
}

type Item = { readonly id: number; readonly name: string; readonly isActive: boolean }
type ChipsProps = {
  readonly label: string
  readonly items: readonly Item[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function Chips({ label, items, value, onChange }: ChipsProps) {
  const shown = items.filter(({ id, isActive }) => isActive || String(id) === value)
  return (
    <Stack gap={6} role="radiogroup" aria-label={label}>
      <Text size="sm" fw={600} aria-hidden>
        {label}
      </Text>
      <Group gap="xs">
        <Chip.Group value={value} onChange={onChange}>
          {shown.map(({ id, name }) => (
            <Chip key={id} value={String(id)} variant="outline">
              {name}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </Stack>
  )
}

function Platforms({ offer: { form } }: { readonly offer: OfferForm }) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale, offerCategoryId: Number(form.values.category) }
  const platforms = useQuery({
    ...apiQuery(['catalog', 'own-platforms', query], (signal) =>
      groupA.GET('/api/advertiser/offers/platforms', { params: { query }, signal }),
    ),
    ...neverStale,
  })
  return (
    <QueryContent query={platforms}>
      {(items) => (
        <Chips
          label={t`Platform`}
          items={items}
          value={form.values.platform}
          onChange={(platform) => form.setValues({ platform, offerPriceId: '' })}
        />
      )}
    </QueryContent>
  )
}

/** Work without proofs is done here, on items, unless it ends with the code of a study. */
const isForItems = (price: Price | undefined): boolean =>
  price?.proofs?.min === 0 && !Object.hasOwn(Object(price.executionDetailsSchema['properties']), 'completionCode')

function Prices({ offer }: { readonly offer: OfferForm }) {
  const { form, prices } = offer
  const { t } = useLingui()
  const { offerPriceId, platform } = form.values
  const shown = prices.filter(
    ({ id, offerPlatformId, isActive }) =>
      String(offerPlatformId) === platform && (isActive || String(id) === offerPriceId),
  )
  const onChange = (id: string) => {
    const price = prices.find((each) => String(each.id) === id)
    const items = isForItems(price) && offer.canEdit('items') ? { hasItems: true } : {}
    form.setValues({ offerPriceId: id, rewardPerAction: '', details: detailsFor(price, {}), ...items })
    form.clearFieldError('offerPriceId')
  }
  return (
    <Radio.Group label={t`Task type`} value={offerPriceId} onChange={onChange} labelProps={{ fw: 600, mb: 6 }}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {shown.map((price) => (
          <PriceCard key={price.id} price={price} />
        ))}
      </SimpleGrid>
      {shown.length === 0 && (
        <Text c="dimmed">
          <Trans>No task types are available right now.</Trans>
        </Text>
      )}
    </Radio.Group>
  )
}

function PriceCard({ price }: { readonly price: Price }) {
  const { name, rewardPerAction, costPerAction, currency, reservationDurationSeconds, reward } = price
  return (
    <Radio.Card value={String(price.id)} p="md" radius="md" aria-label={name}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator />
        <Stack gap={2}>
          <Text fw={600}>{name}</Text>
          <Text fw={700} size="lg">
            <Money amount={costPerAction} currency={currency} />
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <Trans>
              per result. Executors earn <Money amount={rewardPerAction} currency={currency} /> and have{' '}
              <Duration seconds={reservationDurationSeconds} />
            </Trans>
          </Text>
          {reward && (
            <Text size="sm" c="dimmed" component="div">
              <Trans>
                You can choose a reward from <Money amount={reward.min} currency={currency} /> to{' '}
                <Money amount={reward.max} currency={currency} />
              </Trans>
            </Text>
          )}
        </Stack>
      </Group>
    </Radio.Card>
  )
}
