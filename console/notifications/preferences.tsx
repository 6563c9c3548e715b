import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { isMailSent } from '../ui/brand.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { kindLabels } from './notification-texts.ts'
import { PushSwitch, usePush } from './push-switch.tsx'

type Preference = A['NotificationSettings']['choices'][number]
type Input = { readonly kind: string; readonly console?: boolean; readonly email?: boolean; readonly push?: boolean }

/** Switches for notifications in the console, by mail, and in browsers with push messages; changes are saved immediately. */
export function NotificationPreferences() {
  const { t } = useLingui()
  const query = useQuery(
    apiQuery(['notification-settings'], (signal) => groupA.GET('/api/account/notification-settings', { signal })),
  )
  const push = usePush()
  const { isOn = false, others = 0 } = push.data ?? {}
  const change = useApiMutation(['notification-settings'], (input: Input, headers) =>
    groupA.PATCH('/api/account/notification-settings', { body: { choices: [input as never] }, headers }),
  )
  return (
    <Page
      title={t`Notifications`}
      description={t`Choose what we notify you about, and where. Changes apply immediately. Important notifications cannot be turned off.`}
    >
      <QueryContent query={push} placeholder={<LoadingSkeleton rows={1} />}>
        {(state) => <PushSwitch state={state} />}
      </QueryContent>
      <ErrorAlert error={change.error} />
      {!isMailSent() && (
        <Text size="sm">
          <Trans>This marketplace does not send e-mails yet. Your choices apply once it does.</Trans>
        </Text>
      )}
      <QueryContent query={query}>
        {({ choices }) => (
          <PreferenceTable
            preferences={choices}
            hasPush={isOn || others > 0}
            change={(input) => change.mutate(input)}
          />
        )}
      </QueryContent>
    </Page>
  )
}

type Change = { readonly hasPush: boolean; readonly change: (input: Input) => void }

const columnWidth = { base: 76, sm: 110 }

function PreferenceTable({ preferences, ...rest }: Change & { readonly preferences: readonly Preference[] }) {
  const { t } = useLingui()
  return (
    <Table verticalSpacing="sm" aria-label={t`Notifications`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Trans>Event</Trans>
          </Table.Th>
          <Table.Th w={columnWidth}>
            <Trans>On this site</Trans>
          </Table.Th>
          <Table.Th w={columnWidth}>
            <Trans>E-mail</Trans>
          </Table.Th>
          {rest.hasPush && (
            <Table.Th w={columnWidth}>
              <Trans>Push</Trans>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {preferences.map((preference) => (
          <PreferenceRow key={preference.kind} preference={preference} {...rest} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function PreferenceRow({ preference, hasPush, change }: Change & { readonly preference: Preference }) {
  const { t } = useLingui()
  const { _ } = useLanguage()
  const { kind } = preference
  const name = kindLabels[kind] ? _(kindLabels[kind]) : kind
  const pushSwitch = (
    <Table.Td>
      <Switch
        aria-label={t`Push message: ${name}`}
        checked={preference.push}
        disabled={!preference.console}
        onChange={(event) => change({ kind, push: event.currentTarget.checked })}
      />
    </Table.Td>
  )
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`On this site: ${name}`}
          checked={preference.console}
          disabled={preference.consoleIsFixed}
          onChange={(event) => change({ kind, console: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`By e-mail: ${name}`}
          checked={preference.email}
          disabled={preference.emailIsFixed}
          onChange={(event) => change({ kind, email: event.currentTarget.checked })}
        />
      </Table.Td>
      {hasPush && pushSwitch}
    </Table.Tr>
  )
}
