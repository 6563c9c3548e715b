import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group } from '@mantine/core'
import type { A } from '../api.ts'
import { countryIn } from '../ui/countries.ts'
import { Time } from '../ui/formatted.tsx'
import { genderLabels, useLabels } from '../ui/labels.ts'
import { RecordNumber } from '../ui/record-number.tsx'
import { escapeHidden, UserText } from '../ui/user-text.tsx'
import { AccountStatus } from './account-status.tsx'
import { languageName } from './language-names.ts'
import { roleLabels } from './role-labels.ts'

type Account = A['ManagedAccount']

/** An account's basic facts. */
export function AccountFacts({ of }: { readonly of: Account }) {
  const { t } = useLingui()
  const role = useLabels(roleLabels)
  return (
    <Card withBorder padding="md">
      <dl className="facts">
        <dt>{t`Number`}</dt>
        <dd className="numeric">
          <RecordNumber id={of.id} />
        </dd>
        <dt>{t`Status`}</dt>
        <dd>
          <AccountState of={of} />
        </dd>
        <dt>{t`Roles`}</dt>
        <dd>{of.roles.map(role).join(', ') || '–'}</dd>
        {of.withheldRoles.length > 0 && (
          <>
            <dt>{t`Removed roles`}</dt>
            <dd>{of.withheldRoles.map(role).join(', ')}</dd>
          </>
        )}
        <dt>{t`Member since`}</dt>
        <dd>
          <Time at={of.createdAtUtc} withClock={false} />
        </dd>
        {of.profile && <ProfileFacts of={of.profile} />}
      </dl>
    </Card>
  )
}

const AccountState = ({ of: { status, statusReason, suspendedUntilUtc } }: { readonly of: Account }) => (
  <Group gap="xs">
    <AccountStatus status={status} />
    {suspendedUntilUtc && (
      <span>
        <Trans>
          until <Time at={suspendedUntilUtc} isExact />
        </Trans>
      </span>
    )}
    {statusReason && <UserText text={statusReason} size="sm" />}
  </Group>
)

/** An executor's profile as entries of a description list. */
export function ProfileFacts({ of }: { readonly of: NonNullable<Account['profile']> }) {
  const { t, i18n } = useLingui()
  const gender = useLabels(genderLabels)
  return (
    <>
      <dt>{t`Nickname`}</dt>
      <dd>
        <bdi>{of.nickname ? escapeHidden(of.nickname) : '–'}</bdi>
      </dd>
      <dt>{t`Birth date`}</dt>
      <dd>{of.birthDate ? <Time at={of.birthDate} withClock={false} /> : '–'}</dd>
      <dt>{t`Country`}</dt>
      <dd>{of.countryId === null ? '–' : countryIn(i18n.locale, of.countryId)}</dd>
      <dt>{t`Gender`}</dt>
      <dd>{of.gender === null ? '–' : gender(of.gender)}</dd>
      <dt>{t`Languages`}</dt>
      <dd>{of.languages.map((tag) => languageName(tag, i18n.locale)).join(', ') || '–'}</dd>
    </>
  )
}
