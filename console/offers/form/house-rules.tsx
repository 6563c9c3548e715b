import { Trans, useLingui } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Section } from '../../ui/page.tsx'

/** The house rules for offers. */
export function HouseRules() {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const { data } = useQuery({
    ...apiQuery(['offers', 'rules', query], (signal) =>
      groupA.GET('/api/advertiser/offers/rules', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <Section title={t`House rules`}>
      <Text size="sm" c="dimmed">
        <Trans>Every task must follow these rules. A task that breaks one is rejected or paused.</Trans>
      </Text>
      <List size="sm" spacing={4} maw={720}>
        {data.rules.map(({ code, text }) => (
          <List.Item key={code}>{text}</List.Item>
        ))}
      </List>
    </Section>
  )
}
