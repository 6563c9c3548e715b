import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'

const route = getRouteApi('/executor/qualifications')

/** The qualifications that an executor has or had. */
export function ExecutorQualifications() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const own = useQuery(
    apiPageQuery(['qualifications', 'own', query], (signal) =>
      groupA.GET('/api/executor/qualifications', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Qualifications`}
      description={t`What advertisers and the marketplace know you can do. Some tasks require it, and say how to get it.`}
    >
      <CardList
        query={own}
        empty={
          <Empty title={t`No qualifications yet`} action={<LinkButton to="/executor">{t`Find work`}</LinkButton>}>
            <Trans>A task that requires one says how to get it.</Trans>
          </Empty>
        }
      >
        {(each) => <QualificationCard key={each.id} qualification={each} />}
      </CardList>
    </Page>
  )
}

function QualificationCard({ qualification }: { readonly qualification: A['OwnQualification'] }) {
  const { t } = useLingui()
  const { name, description, howToGet, score, expiresAtUtc, isExpired, isOfMarketplace } = qualification
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Stack gap={2} style={{ flex: '1 1 14rem' }}>
          <UserText text={name} oneLine fw={600} />
          <UserText text={description} size="sm" c="dimmed" />
          {isExpired && <UserText text={howToGet} size="sm" />}
          {expiresAtUtc !== null && (
            <Text size="sm" c="dimmed">
              {isExpired ? <Trans>Expired</Trans> : <Trans>Until</Trans>} <Time at={expiresAtUtc} />
            </Text>
          )}
        </Stack>
        <Group gap="sm">
          {isExpired && (
            <Badge variant="light" color="orange" radius="sm" tt="none">
              {t`Expired`}
            </Badge>
          )}
          {isOfMarketplace && (
            <Badge variant="light" color="gray" radius="sm" tt="none">
              {t`Of the marketplace`}
            </Badge>
          )}
          {score !== null && (
            <Text fw={600}>
              <Trans>{score} of 100</Trans>
            </Text>
          )}
        </Group>
      </Group>
    </Card>
  )
}
