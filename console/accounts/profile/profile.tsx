import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Page, Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { EmailAddress } from '../../ui/user-text.tsx'
import { roleLabels } from '../role-labels.ts'
import { OwnSanctions } from '../sanctions/own-sanctions.tsx'
import { type Account, accountQuery } from '../session.ts'
import { OwnMemberships } from '../workspaces/own-memberships.tsx'
import { MailLanguage } from './mail-language.tsx'
import { OwnProfileChange } from './profile-change.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The user's profile, mail language, roles and sanctions. */
export function ProfilePage() {
  const { t } = useLingui()
  const query = useQuery(accountQuery)
  return (
    <Page title={t`Account`}>
      <OwnSanctions />
      <QueryContent query={query}>
        {(account) => (
          <>
            <Facts account={account} />
            {account.profile && <OwnProfileChange profile={account.profile} />}
            {account.profile && <ProfileForm account={account} profile={account.profile} />}
            <MailLanguage account={account} />
            <OwnMemberships />
            <AddRole account={account} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function Facts({ account }: { readonly account: Account }) {
  const label = useLabels(roleLabels)
  return (
    <Card withBorder padding="md">
      <dl className="facts">
        <dt>
          <Trans>E-mail</Trans>
        </dt>
        <dd>
          <EmailAddress email={account.email} />
        </dd>
        <dt>
          <Trans>Account ID</Trans>
        </dt>
        <dd className="numeric">{account.id}</dd>
        <dt>
          <Trans>Roles</Trans>
        </dt>
        <dd>{account.roles.map(label).join(', ')}</dd>
        <dt>
          <Trans>Member since</Trans>
        </dt>
        <dd>
          <Time at={account.createdAtUtc} withClock={false} />
        </dd>
      </dl>
    </Card>
  )
}

/** Offers to take up the other role, if allowed. */
function AddRole({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const addRole = useApiMutation(['account'], (role: 'Advertiser' | 'Executor', header) =>
    groupA.POST('/api/account/roles', { params: { header }, body: { role } }),
  )
  const allowed = account.allowedActions
  if (!allowed.some((action) => action.startsWith('Become'))) return null
  return (
    <Section title={t`Add a role`}>
      <Card withBorder padding="md">
        <Stack gap="lg">
          {allowed.includes('BecomeExecutor') && (
            <div>
              <Text mb="sm">{t`Do other people's tasks and get paid. You cannot do your own.`}</Text>
              <ActionButton
                {...{ allowed, action: 'BecomeExecutor', input: 'Executor' as const, mutation: addRole }}
                label={t`Become an executor`}
                successMessage={t`You are now an executor. Complete your profile to see more tasks.`}
                variant="light"
              />
            </div>
          )}
          {allowed.includes('BecomeAdvertiser') && (
            <div>
              <Text mb="sm">{t`Post tasks, review submissions and pay for accepted results.`}</Text>
              <ActionButton
                {...{ allowed, action: 'BecomeAdvertiser', input: 'Advertiser' as const, mutation: addRole }}
                label={t`Become an advertiser`}
                successMessage={t`You are now an advertiser. The menu has new pages.`}
                variant="light"
              />
            </div>
          )}
        </Stack>
      </Card>
    </Section>
  )
}
