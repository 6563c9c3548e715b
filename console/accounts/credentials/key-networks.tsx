import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Group, Stack, Text } from '@mantine/core'
import { Time } from '../../ui/formatted.tsx'
import { ChangeKey } from './change-key.tsx'
import type { Credential } from './credentials.tsx'
import { NetworksField, parseNetworks } from './networks-field.tsx'

type CredentialProps = { readonly credential: Credential }

/** The allowed networks of a key, and its last refusal outside them. */
export function Networks({ credential: { allowedNetworks, lastRefusedAtUtc, lastRefusedAddress } }: CredentialProps) {
  return (
    <Stack gap={4}>
      {allowedNetworks.length === 0 ? (
        <span style={{ overflowWrap: 'normal' }}>
          <Trans>Any address</Trans>
        </span>
      ) : (
        <Group gap={4}>
          {allowedNetworks.map((network) => (
            <Code key={network}>{network}</Code>
          ))}
        </Group>
      )}
      {lastRefusedAtUtc && (
        <Text size="xs" c="red" component="span">
          <Trans>Last refused address:</Trans> {lastRefusedAddress ?? '?'} · <Time at={lastRefusedAtUtc} />
        </Text>
      )}
    </Stack>
  )
}

/** A button that changes a key's allowed networks. */
export function ChangeNetworks({ credential }: CredentialProps) {
  const { t } = useLingui()
  return (
    <ChangeKey
      credential={credential}
      action="ChangeNetworks"
      label={t`Networks`}
      title={t`Allowed networks`}
      initial={credential.allowedNetworks.join('\n')}
      field={(value, setValue) => (
        <NetworksField
          value={value}
          onChange={(event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      changeOf={(text) => ({ allowedNetworks: parseNetworks(text) })}
      successMessage={t`Allowed networks saved.`}
    />
  )
}
