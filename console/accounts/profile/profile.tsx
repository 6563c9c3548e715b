import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Page, Part } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { useWords } from '../../ui/words.ts'
import { roleWords } from '../role-words.ts'
import { OwnSanctions } from '../sanctions/own-sanctions.tsx'
import { type Account, accountQuery } from '../session.ts'
import { MailLanguage } from './mail-language.tsx'
import { OwnProfileChange } from './profile-change.tsx'
import { ProfileForm } from './profile-form.tsx'

/** Who one is here: what offers are chosen by, the language of mails, the sides of the market, and what one is barred from. */
export function ProfilePage() {
  const { t } = useLingui()
  const query = useQuery(accountQuery)
  return (
    <Page title={t`Account`}>
      <OwnSanctions />
      <Loaded query={query}>
        {(account) => (
          <>
            <Facts account={account} />
            {account.profile && <OwnProfileChange profile={account.profile} />}
            {account.profile && <ProfileForm account={account} profile={account.profile} />}
            <MailLanguage account={account} />
            <OtherSide account={account} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Facts({ account }: { readonly account: Account }) {
  const say = useWords(roleWords)
  return (
    <Card withBorder padding="md">
      <dl className="facts">
        <dt>
          <Trans>E-mail</Trans>
        </dt>
        <dd>
          <UserText text={account.email} />
        </dd>
        <dt>
          <Trans>Number of the account</Trans>
        </dt>
        <dd className="figures">{account.id}</dd>
        <dt>
          <Trans>Roles</Trans>
        </dt>
        <dd>{account.roles.map(say).join(', ')}</dd>
        <dt>
          <Trans>Here since</Trans>
        </dt>
        <dd>
          <Time at={account.createdAtUtc} withClock={false} />
        </dd>
      </dl>
    </Card>
  )
}

/** The other side of the market, where it may be taken up. */
function OtherSide({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const becoming = useAction(['account'], (role: 'Advertiser' | 'Executor', header) =>
    groupA.POST('/api/account/roles', { params: { header }, body: { role } }),
  )
  const allowed = account.allowedActions
  if (!allowed.some((action) => action.startsWith('Become'))) return null
  return (
    <Part title={t`The other side of the market`}>
      <Card withBorder padding="md">
        {allowed.includes('BecomeExecutor') && (
          <Text mb="sm">
            <Trans>Do tasks of others, too, and be paid for them. Your own offers stay closed to you.</Trans>
          </Text>
        )}
        <ActionButton
          {...{ allowed, action: 'BecomeExecutor', input: 'Executor' as const, doing: becoming }}
          label={t`Become an executor`}
          done={t`You are an executor now. Fill in your profile: some offers are for certain people.`}
          variant="light"
          style={{ alignSelf: 'flex-start' }}
        />
        {allowed.includes('BecomeAdvertiser') && (
          <Text mb="sm">
            <Trans>Have tasks done by others: make offers, review the work, and pay what you accept.</Trans>
          </Text>
        )}
        <ActionButton
          {...{ allowed, action: 'BecomeAdvertiser', input: 'Advertiser' as const, doing: becoming }}
          label={t`Become an advertiser`}
          done={t`You are an advertiser now. The menu has new pages.`}
          variant="light"
          style={{ alignSelf: 'flex-start' }}
        />
      </Card>
    </Part>
  )
}
