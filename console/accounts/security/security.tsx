import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { sessionQuery } from './calls.ts'
import { EmailChange } from './email-change.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordChange } from './password-change.tsx'
import { SecondFactor } from './second-factor.tsx'

/** Sign-in methods and sessions. */
export function SecurityPage() {
  const { t } = useLingui()
  const query = useQuery(sessionQuery)
  return (
    <Page title={t`Security`} about={t`How and where you are signed in.`}>
      <Loaded query={query}>
        {({ session, user }) => (
          <>
            <EmailChange />
            <SecondFactor isOn={user.twoFactorEnabled} />
            <Passkeys />
            <PasswordChange email={user.email} />
            <OwnSessions ownId={session.id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
