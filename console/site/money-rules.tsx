import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { percentIn } from '../ui/formats.ts'
import { Money, Time } from '../ui/formatted.tsx'
import type { Labels } from '../ui/labels.ts'
import { type Column, List } from '../ui/lists/list.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { ChangeMoneyRule } from './change-money-rule.tsx'

const route = getRouteApi('/operator/fees')
type Rule = A['MoneyRule']
type Value = A['MoneyRuleValue']

const ruleLabels: Labels = {
  feePercent: msg`Fee on top of rewards`,
  withdrawalMinimum: msg`Minimum withdrawal`,
  guaranteeMaxPerAdvertiser: msg`Covered for one advertiser without an operator`,
  hourlyRewardMin: msg`Minimum reward for an hour`,
}

/** The fee and the money limits: current and planned values, and the operators who set them. */
export function MoneyRules() {
  const { t } = useLingui()
  const rules = useQuery(apiQuery(['money-rules'], (signal) => groupA.GET('/api/operator/money-rules', { signal })))
  return (
    <Page
      title={t`Fees and limits`}
      description={t`A change holds from now or from a later time. Tasks keep the fee with which they were created. Advertisers see the next fee before it holds.`}
    >
      <QueryContent query={rules}>
        {({ items, currency }) => (
          <>
            <div className="surface rows">
              {items.map((rule) => (
                <RuleRow key={rule.rule} rule={rule} currency={currency} />
              ))}
            </div>
            <History currency={currency} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

type ShownValue = { readonly rule: string; readonly value: number; readonly currency: string }

/** A value of a rule with its unit. */
function RuleValue({ rule, value, currency }: ShownValue) {
  const { i18n } = useLingui()
  if (rule !== 'feePercent') return <Money amount={value} currency={currency} />
  return <span className="numeric">{percentIn(i18n.locale, value)}</span>
}

function RuleRow({ rule, currency }: { readonly rule: Rule; readonly currency: string }) {
  const { i18n } = useLingui()
  const label = ruleLabels[rule.rule]
  const name = label ? i18n._(label) : rule.rule
  return (
    <Group p="md" gap="md" justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text fw={600}>{name}</Text>
        <Text>
          <RuleValue rule={rule.rule} value={rule.value} currency={currency} />
        </Text>
        {rule.planned.map((planned) => (
          <Text key={planned.id} size="sm" c="dimmed">
            <Trans>
              <RuleValue rule={rule.rule} value={planned.value} currency={currency} /> from{' '}
              <Time at={planned.holdsFromUtc} isExact />
            </Trans>
          </Text>
        ))}
        {rule.rule === 'hourlyRewardMin' && (
          <Text size="sm" c="dimmed">
            <Trans>Applies only while HOURLY_REWARD_RULE is not off.</Trans>
          </Text>
        )}
        {rule.lastValueId === null && (
          <Text size="sm" c="dimmed">
            <Trans>From the server's settings ({rule.setting})</Trans>
          </Text>
        )}
      </div>
      <ChangeMoneyRule rule={rule} name={name} currency={currency} />
    </Group>
  )
}

function History({ currency }: { readonly currency: string }) {
  const { t } = useLingui()
  const { rule, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(rule ? { rule: [rule as Rule['rule']] as never } : {}), ...(cursor ? { cursor } : {}) }
  const values = useQuery(
    apiPageQuery(['money-rules', 'values', query], (signal) =>
      groupA.GET('/api/operator/money-rule-values', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`Past and planned values`}>
      <SelectFilter
        label={t`Fee or limit`}
        labels={ruleLabels}
        value={rule}
        onChange={(next) => void navigate({ search: () => ({ rule: next }) as never })}
        placeholder={t`All`}
      />
      <List
        label={t`Past and planned values`}
        query={values}
        columns={useColumns(currency)}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`Nothing was changed yet`}>
            <Trans>The values of the server's settings hold.</Trans>
          </Empty>
        }
      />
    </Section>
  )
}

const statuses: Readonly<Record<string, readonly [ReturnType<typeof msg>, Tone]>> = {
  Planned: [msg`Planned`, 'waiting'],
  Holding: [msg`Holds now`, 'good'],
  Replaced: [msg`Replaced`, 'over'],
  Cancelled: [msg`Cancelled`, 'over'],
}

function ValueStatus({ status }: Pick<Value, 'status'>) {
  const { i18n } = useLingui()
  const [label, tone] = statuses[status] ?? [undefined, 'over']
  return <Status label={label ? i18n._(label) : status} tone={tone} />
}

function useColumns(currency: string): readonly Column<Value>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Fee or limit`,
        render: ({ rule }) => {
          const label = ruleLabels[rule]
          return label ? i18n._(label) : rule
        },
      },
      { title: t`Value`, isNumeric: true, render: (each) => <RuleValue {...each} currency={currency} /> },
      { title: t`Holds from`, render: ({ holdsFromUtc }) => <Time at={holdsFromUtc} isExact /> },
      { title: t`Status`, render: ({ status }) => <ValueStatus status={status} /> },
      { title: t`Set by`, render: (each) => <Who id={each.setById} email={each.setByEmail} at={each.setAtUtc} /> },
      {
        title: t`Cancelled by`,
        render: (each) =>
          each.cancelledAtUtc ? (
            <Who id={each.cancelledById} email={each.cancelledByEmail} at={each.cancelledAtUtc} />
          ) : (
            <CancelValue value={each} />
          ),
      },
    ],
    [t, i18n, currency],
  )
}

type WhoProps = { readonly id: number | null; readonly email: string | null; readonly at: string }

const Who = ({ id, email, at }: WhoProps) => (
  <div>
    {id === null ? <Trans>The command line</Trans> : <AccountLink id={id} email={email} />}
    <Text size="sm" c="dimmed">
      <Time at={at} />
    </Text>
  </div>
)

function CancelValue({ value: { id, allowedActions } }: { readonly value: Value }) {
  const { t } = useLingui()
  const mutation = useApiMutation<null, Value>(['money-rules', 'audit', 'site'], (_, header) =>
    groupA.POST('/api/operator/money-rule-values/{id}/cancel', { params: { path: { id }, header } }),
  )
  if (!allowedActions.includes('Cancel')) return <>–</>
  return (
    <ActionButton
      size="xs"
      variant="default"
      label={t`Cancel this plan`}
      color="red"
      mutation={mutation}
      input={null}
      successMessage={t`The plan was cancelled.`}
    />
  )
}
