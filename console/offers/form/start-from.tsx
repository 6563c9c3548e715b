import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { useTypedSelect } from '../../ui/input/typed-select.ts'
import type { OfferForm } from './offer-fields.tsx'
import { detailsFor } from './offer-values.ts'
import { OwnTemplates } from './own-templates.tsx'
import { type TaskTemplate, taskTemplates } from './task-templates.ts'

/** Fills the form from an earlier task or from a template. */
export function StartFrom({ offer }: { readonly offer: OfferForm }) {
  const { form, prices } = offer
  const { t, i18n } = useLingui()
  const known = taskTemplates.flatMap((template) => {
    const price = prices.find(({ code, isActive }) => isActive && template.priceCodes.includes(code))
    return price ? [{ template, price }] : []
  })
  const apply = ({ itemsPerSlot, proofInstructions, ...texts }: TaskTemplate, price: (typeof prices)[number]) =>
    form.setValues({
      ...(itemsPerSlot ? { hasItems: true, itemsPerSlot, overlap: 3 } : {}),
      category: String(price.offerCategoryId),
      platform: String(price.offerPlatformId),
      offerPriceId: String(price.id),
      details: detailsFor(price, {}),
      title: i18n._(texts.title),
      description: i18n._(texts.description),
      proofInstructions: proofInstructions ? i18n._(proofInstructions) : '',
      acceptanceCriteria: texts.criteria.map((text, index) => ({
        id: `c${index + 1}`,
        text: i18n._(text),
        required: true,
      })),
    })
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t`Start from`}>
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          <Trans>Start from a template or an earlier task</Trans>
        </Text>
        <OwnTemplates offer={offer} />
        {known.length > 0 && (
          <Group gap="xs">
            {known.map(({ template, price }) => (
              <Button key={price.id} variant="default" size="xs" onClick={() => apply(template, price)}>
                {i18n._(template.name)}
              </Button>
            ))}
          </Group>
        )}
        <EarlierTask />
      </Stack>
    </Paper>
  )
}

const [optionsMax, typingPauseMs] = [20, 250]

/** Opens a copy of one of the advertiser's tasks; the server searches. */
function EarlierTask() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { text, props } = useTypedSelect(undefined)
  const [search] = useDebouncedValue(text.trim(), typingPauseMs)
  const query = { includeArchived: true, pageSize: optionsMax, ...(search ? { search } : {}) }
  const { data } = useQuery(
    apiPageQuery(['offers', 'titles', query], (signal) => groupB.GET('/tasks', { params: { query }, signal })),
  )
  if (!data || (data.items.length === 0 && search === '')) return null
  return (
    <Select
      aria-label={t`Earlier task`}
      placeholder={t`Choose an earlier task to copy`}
      {...props}
      data={data.items.map(({ id, title }) => ({ value: String(id), label: title }))}
      filter={({ options }) => options}
      value={null}
      nothingFoundMessage={t`No matching task`}
      onChange={(copy) => copy && void navigate({ to: '/advertiser/offers/new', search: { copy } })}
    />
  )
}
