import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../../ui/page.tsx'
import type { AnyForm } from '../../ui/schema/member.ts'
import { AggregationFields } from '../items/aggregation-fields.tsx'
import { GoldFields } from '../items/gold-fields.tsx'
import { hasGold, isQuiz, slotsIn } from '../items/item-values.ts'
import { ItemsInput } from '../items/items-input.tsx'
import { RulesField } from '../items/rules-field.tsx'
import { useFirstItems } from '../items/use-first-items.ts'
import { namesIn } from '../page-editor/form-parts.ts'
import { PageEditor } from '../page-editor/page-editor.tsx'
import { Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

/** Whether a new offer is one task that is done many times, or has items, and where these come from. */
export function ItemsFields({ offer }: Props) {
  const { t } = useLingui()
  const { form, canEdit } = offer
  const { hasItems } = form.values
  if (!canEdit('items') && !canEdit('overlap')) return null
  if (!canEdit('items'))
    return (
      <Section title={t({ message: 'Items', context: 'task' })}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Overlap offer={offer} />
        </SimpleGrid>
        <Rules offer={offer} />
      </Section>
    )
  return (
    <Section title={t`Kind of work`}>
      <Radio.Group
        aria-label={t`Kind of work`}
        value={hasItems ? 'items' : 'once'}
        onChange={(kind) => form.setFieldValue('hasItems', kind === 'items')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <KindCard value="once" name={t`One task, done many times`}>
            <Trans>Everyone does the same, such as a survey or a test.</Trans>
          </KindCard>
          <KindCard value="items" name={t`Many items, each answered by people`}>
            <Trans>Such as pictures to label. Each row of your CSV file is one item.</Trans>
          </KindCard>
        </SimpleGrid>
      </Radio.Group>
      {hasItems && <ItemMembers offer={offer} />}
    </Section>
  )
}

type KindCardProps = { readonly value: string; readonly name: string; readonly children: React.ReactNode }

const KindCard = ({ value, name, children }: KindCardProps) => (
  <Radio.Card value={value} p="md" radius="md" aria-label={name}>
    <Group wrap="nowrap" align="flex-start">
      <Radio.Indicator />
      <Stack gap={2}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </Stack>
    </Group>
  </Radio.Card>
)

function ItemMembers({ offer }: Props) {
  const { t } = useLingui()
  const { form, source } = offer
  const count = source.sample?.count
  const slots = slotsIn(form.values, count)
  return (
    <Stack gap="md">
      <ItemsInput source={source} />
      {form.errors.source && <Input.Error role="alert">{form.errors.source}</Input.Error>}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" style={{ alignItems: 'end' }}>
        <Overlap offer={offer} />
        <Member
          offer={offer}
          name="itemsPerSlot"
          label={t`Items at once`}
          description={t`An executor answers this many for one reward.`}
        />
        <Member
          offer={offer}
          name="skipsMax"
          label={t`Items that may be skipped`}
          description={t`Of these, with a reason.`}
        />
      </SimpleGrid>
      {!isQuiz(form.values) && (
        <AggregationFields
          form={form as unknown as AnyForm}
          hasResults={form.values.aggregation.method !== ''}
          canTie={Number(form.values.overlap) === 2 && form.values.aggregation.method === 'Majority'}
        />
      )}
      <GoldFields form={form as unknown as AnyForm} isOn={hasGold(form.values)} />
      <Rules offer={offer} />
      {count !== undefined && (
        <Text size="sm" role="status">
          <Trans>
            Items: {count}. Rewards to pay: {slots}.
          </Trans>
        </Text>
      )}
    </Stack>
  )
}

function Rules({ offer: { form, canEdit } }: Props) {
  if (!canEdit('rules')) return null
  const errors = Object.entries(form.errors).flatMap(([path, error]) =>
    path.split('.')[0] === 'rules' ? [String(error)] : [],
  )
  return (
    <RulesField
      value={form.values.rules}
      onChange={(rules) => form.setFieldValue('rules', [...rules])}
      errors={errors}
    />
  )
}

function Overlap({ offer }: Props) {
  const { t } = useLingui()
  return (
    <Member
      offer={offer}
      name="overlap"
      label={t`Answers for each item`}
      description={t`By different people. More are more reliable, and cost more.`}
    />
  )
}

/** The page on which executors answer. */
export function PageField({ offer: { form, canEdit, source, taskId } }: Props) {
  const { t } = useLingui()
  const { page, hasItems } = form.values
  const storedItems = useFirstItems(hasItems && !source.sample ? taskId : undefined)
  if (!canEdit('page')) return null
  const errors = Object.entries(form.errors).filter(([path, error]) => error && path.split('.')[0] === 'page')
  // Other kinds show theirs at their fields.
  const shown = errors.filter(([path]) => page?.kind === 'form' || path === 'page')
  return (
    <Section title={t`Answer form`}>
      <UnknownNames offer={{ form, source }} />
      {shown.length > 0 && (
        <Alert role="alert" color="red" variant="light" data-path="page" tabIndex={-1}>
          {[...new Set(shown.map(([, error]) => String(error)))].join(' ')}
        </Alert>
      )}
      <PageEditor
        value={page}
        onChange={(next) => {
          for (const [path] of errors) form.clearFieldError(path)
          form.setFieldValue('page', next as never)
        }}
        sampleItems={hasItems ? (source.sample?.items ?? storedItems) : []}
      />
    </Section>
  )
}

/** Names in the texts that the items do not have: the server refuses them. */
function UnknownNames({ offer: { form, source } }: { readonly offer: Pick<OfferForm, 'form' | 'source'> }) {
  const { title, description, proofInstructions, page, hasItems } = form.values
  const columns = source.sample?.columns
  if (!hasItems || !columns) return null
  const used = namesIn([title, description, proofInstructions, JSON.stringify(page?.show ?? [])].join(' '))
  if (page?.kind === 'form' && used.length === 0)
    return (
      <Alert color="yellow" role="status">
        <Trans>Executors see nothing of the item. Show one of its columns above the questions.</Trans>
      </Alert>
    )
  const unknown = [...new Set(used)].filter((name) => !columns.includes(name)).map((name) => `{{${name}}}`)
  if (unknown.length === 0) return null
  const names = unknown.join(', ')
  return (
    <Alert color="yellow" role="status">
      <Trans>Your items have no column for {names}. Rename the column, or change the text.</Trans>
    </Alert>
  )
}
