import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { NewQualificationButton } from './edit-qualification.tsx'
import { Kind } from './kind.tsx'
import { OneQualification } from './one-qualification.tsx'
import { type Qualification, type SideName, sides } from './sides.ts'

const ofAdvertiser = getRouteApi('/advertiser/qualifications')
const ofOperator = getRouteApi('/operator/qualifications')

/** The qualifications of an advertiser, and the marketplace's, which they can require. */
export function OwnQualifications() {
  const { id, cursor } = ofAdvertiser.useSearch()
  return <Qualifications side="advertiser" id={id} cursor={cursor} />
}

/** The qualifications of the marketplace. */
export function MarketplaceQualifications() {
  const { id, cursor } = ofOperator.useSearch()
  return <Qualifications side="operator" id={id} cursor={cursor} />
}

type PageProps = {
  readonly side: SideName
  readonly id?: string | undefined
  readonly cursor?: string | undefined
}

function Qualifications({ side, id, cursor }: PageProps) {
  const { t } = useLingui()
  if (id && /^\d{1,16}$/.test(id)) return <OneQualification side={side} id={Number(id)} cursor={cursor} />
  const isOperator = side === 'operator'
  return (
    <Page
      title={t`Qualifications`}
      description={
        isOperator
          ? t`Scores and groups of executors that every advertiser can require.`
          : t`Scores and groups of executors. Tasks can require them, so that only the right people take part.`
      }
      actions={<NewQualificationButton side={side} />}
    >
      <All side={side} cursor={cursor} />
    </Page>
  )
}

function All({ side, cursor }: PageProps) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const list = useQuery(apiPageQuery(['qualifications', side, query], (signal) => sides[side].list(query, signal)))
  return (
    <CardList
      query={list}
      empty={
        <Empty title={t`No qualifications yet`} action={<NewQualificationButton side={side} />}>
          <Trans>Score executors that you know, or put them in a group. Then require it in a task.</Trans>
        </Empty>
      }
    >
      {(each) => <QualificationCard key={each.id} side={side} qualification={each} />}
    </CardList>
  )
}

type CardProps = { readonly side: SideName; readonly qualification: Qualification }

function QualificationCard({ side, qualification }: CardProps) {
  const { id, name, description, grantCount, isOfMarketplace } = qualification
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 14rem' }}>
          {!isOfMarketplace || side === 'operator' ? (
            <LinkAnchor to={sides[side].path} search={{ id: String(id) }} fw={600} py={4}>
              <UserText text={name} oneLine inherit />
            </LinkAnchor>
          ) : (
            <UserText text={name} oneLine fw={600} />
          )}
          <UserText text={description} size="sm" c="dimmed" lineClamp={2} />
        </Stack>
        <Group gap="sm">
          <Kind qualification={qualification} side={side} />
          <Text size="sm" c="dimmed">
            <Plural value={grantCount} one="# executor" other="# executors" />
          </Text>
        </Group>
      </Group>
    </Card>
  )
}
