import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { Section } from '../ui/page.tsx'
import { Status } from '../ui/status.tsx'

/** What only the environment of the server changes: shown, so that operators need not ask its administrator. */
export function Environment({ environment }: { readonly environment: A['Site']['environment'] }) {
  const { t } = useLingui()
  const { currency, moderation, isCardAvailable, isMailSent, publicUrl } = environment
  return (
    <Section
      title={t`Server settings`}
      description={t`Read-only. The server's administrator changes these in the environment and restarts the server.`}
    >
      <dl className="facts">
        <Setting name={t`Currency`} variable="CURRENCY">
          {currency}
        </Setting>
        <Setting name={t`Approval of tasks`} variable="MODERATION">
          {moderation === 'auto' ? <Trans>Automatic</Trans> : <Trans>By operators</Trans>}
        </Setting>
        <Setting name={t`Card payments`} variable="STRIPE_SECRET_KEY">
          <Switched isOn={isCardAvailable} />
        </Setting>
        <Setting name={t`E-mails`} variable="SMTP_URL">
          <Switched isOn={isMailSent} />
        </Setting>
        <Setting name={t`Public address`} variable="PUBLIC_URL">
          <span className="user-text">{publicUrl}</span>
        </Setting>
      </dl>
    </Section>
  )
}

type SettingProps = { readonly name: string; readonly variable: string; readonly children: ReactNode }

const Setting = ({ name, variable, children }: SettingProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      {children}{' '}
      <Text span size="sm" c="dimmed">
        <Code>{variable}</Code>
      </Text>
    </dd>
  </>
)

function Switched({ isOn }: { readonly isOn: boolean }) {
  const { t } = useLingui()
  return isOn ? <Status label={t`On`} tone="good" /> : <Status label={t`Off`} tone="over" />
}
