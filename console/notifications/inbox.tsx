import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { pageQueryOf, useAction } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { moneyIn, Time } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { wordsOf } from './words.ts'

type Notification = A['Notification']
const route = getRouteApi('/notifications')

const useRead = () =>
  useAction(['notifications'], (body: { ids?: number[]; all?: true }, headers) =>
    groupA.POST('/api/account/notifications/read', { body, headers }),
  )

/** Notifications, newest first. */
export function Inbox() {
  const { t } = useLingui()
  const { unread, cursor } = route.useSearch()
  const query = useQuery(
    pageQueryOf(['notifications', { unread, cursor }], (signal) =>
      groupA.GET('/api/account/notifications', { params: { query: { unread: unread === 'true', cursor } }, signal }),
    ),
  )
  const read = useRead()
  return (
    <Page title={t`Notifications`} actions={<InboxActions read={read} unread={query.data?.unreadCount ?? 0} />}>
      <Choice isUnread={unread === 'true'} />
      <Loaded query={query}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Empty title={unread ? t`No unread notifications` : t`Nothing here yet`}>
              <Trans>News about your offers, work and money appears here.</Trans>
            </Empty>
          ) : (
            <Stack gap={0}>
              {listed.items.map((one) => (
                <Line key={one.id} one={one} read={(id) => read.mutate({ ids: [id] })} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function InboxActions({ read, unread }: { readonly read: ReturnType<typeof useRead>; readonly unread: number }) {
  const { t } = useLingui()
  return (
    <>
      {unread > 0 && <ActionButton label={t`Mark all as read`} variant="light" doing={read} input={{ all: true }} />}
      <LinkButton to="/settings/notifications" variant="default">
        <Trans>Channels</Trans>
      </LinkButton>
    </>
  )
}

function Choice({ isUnread }: { readonly isUnread: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label={t`Which notifications`}
      value={isUnread ? 'unread' : 'all'}
      onChange={(value) =>
        void navigate({ to: '/notifications', search: value === 'unread' ? { unread: 'true' } : {} })
      }
      data={[
        { value: 'all', label: t`All` },
        { value: 'unread', label: t`Unread` },
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}

type LineProps = { readonly one: Notification; readonly read: (id: number) => void }

function Line({ one, read }: LineProps) {
  const { _, i18n } = useLanguage()
  const navigate = useNavigate()
  const { amount, currency = '', reason } = one.data
  const sum = amount === undefined || !currency ? '' : moneyIn(i18n.locale, amount, currency)
  const isNew = one.readAtUtc === null
  const open = () => {
    if (isNew) read(one.id)
    void navigate({ href: one.path })
  }
  return (
    <UnstyledButton onClick={open} py="sm" px="xs" className="line" data-new={isNew || undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <UserText oneLine fw={isNew ? 700 : 400} text={_(wordsOf(one.kind, one.data, sum))} />
          {reason && <UserText size="sm" c="dimmed" text={reason} />}
        </div>
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          <Time at={one.createdAtUtc} />
        </Text>
      </Group>
    </UnstyledButton>
  )
}
