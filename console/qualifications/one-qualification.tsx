import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiPageQuery, apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'
import { EditQualificationButton } from './edit-qualification.tsx'
import { GrantButton } from './grant-button.tsx'
import { Kind } from './kind.tsx'
import { type Grant, type Qualification, type SideName, sides } from './sides.ts'

type QualificationProps = { readonly side: SideName; readonly id: number; readonly cursor: string | undefined }

/** A qualification with its texts and grants. */
export function OneQualification({ side, id, cursor }: QualificationProps) {
  const { t } = useLingui()
  const query = useQuery(apiQuery(['qualifications', side, id], (signal) => sides[side].get(id, signal)))
  return (
    <Page
      title={query.data?.name ?? t`Qualification`}
      description={<LinkAnchor to={sides[side].path}>{t`All qualifications`}</LinkAnchor>}
      actions={query.data && <Actions side={side} qualification={query.data} />}
    >
      <QueryContent query={query}>
        {(qualification) => (
          <Stack gap="lg">
            <Kind side={side} qualification={qualification} />
            <UserText text={qualification.description} />
            {qualification.howToGet && (
              <div>
                <Text size="sm" c="dimmed">
                  <Trans>How to get it</Trans>
                </Text>
                <UserText text={qualification.howToGet} />
              </div>
            )}
            <Section title={t`Executors`} actions={<GrantButton side={side} qualification={qualification} />}>
              <Grants side={side} qualification={qualification} cursor={cursor} />
            </Section>
          </Stack>
        )}
      </QueryContent>
    </Page>
  )
}

type Of = { readonly side: SideName; readonly qualification: Qualification }

function Actions({ side, qualification }: Of) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = useApiMutation<number, Qualification>([], (id, header) => sides[side].remove(id, header))
  return (
    <Group gap="xs">
      <EditQualificationButton side={side} qualification={qualification} />
      <ActionButton
        allowed={qualification.allowedActions}
        action="Delete"
        label={t`Delete`}
        color="red"
        variant="light"
        mutation={remove}
        input={qualification.id}
        confirm={<Trans>Executors lose it. This cannot be undone. One that a task requires cannot be deleted.</Trans>}
        successMessage={t`Qualification deleted.`}
        onSuccess={() => void navigate({ to: sides[side].path })}
      />
    </Group>
  )
}

function Grants({ side, qualification, cursor }: Of & { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const grants = useQuery(
    apiPageQuery(['qualifications', side, qualification.id, 'grants', query], (signal) =>
      sides[side].grants(qualification.id, query, signal),
    ),
  )
  return (
    <List
      label={t`Executors`}
      query={grants}
      columns={useColumns({ side, qualification })}
      keyOf={(grant) => grant.name}
      empty={
        <Empty title={t`No executors yet`}>
          <Trans>Grant it to executors one by one, or with a CSV file.</Trans>
        </Empty>
      }
    />
  )
}

function useColumns({ side, qualification }: Of): readonly Column<Grant>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Executor`,
        render: ({ name, nickname }) => (
          <>
            <UserText text={nickname} size="sm" />
            <Text size="xs" c="dimmed" ff="monospace">
              {name}
            </Text>
          </>
        ),
      },
      ...(qualification.hasScore
        ? [{ title: t`Score`, render: ({ score }: Grant) => score, isNumeric: true } as const]
        : []),
      {
        title: t`Expires`,
        render: ({ expiresAtUtc }) => (expiresAtUtc === null ? <Trans>Never</Trans> : <Time at={expiresAtUtc} />),
      },
      { title: t`Granted`, render: ({ grantedAtUtc }) => <Time at={grantedAtUtc} /> },
      {
        title: t`Action`,
        render: ({ name }) => <Take side={side} qualification={qualification} name={name} />,
        isNumeric: true,
      },
    ],
    [t, side, qualification],
  )
}

function Take({ side, qualification, name }: Of & { readonly name: string }) {
  const { t } = useLingui()
  const take = useApiMutation<string, Qualification>(['qualifications'], (executor, header) =>
    sides[side].take(qualification.id, executor, header),
  )
  return (
    <ActionButton
      allowed={qualification.allowedActions}
      action="Take"
      label={t`Take away`}
      size="xs"
      variant="default"
      mutation={take}
      input={name}
      successMessage={t`Qualification taken away.`}
    />
  )
}
