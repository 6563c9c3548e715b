import { Trans } from '@lingui/react/macro'
import { List, Stack, Text } from '@mantine/core'
import type { A } from '../api.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { UserText } from '../ui/user-text.tsx'
import { useRequirementWords } from './requirement-words.ts'

type Missing = A['MissingRequirement']

/** What an offer requires and the executor does not have, and how to get it. */
export function MissingRequirements({ missing }: { readonly missing: readonly Missing[] }) {
  return (
    <List spacing="xs" size="sm">
      {missing.map((each) => (
        <List.Item key={JSON.stringify(each)}>
          <OneMissing missing={each} />
        </List.Item>
      ))}
    </List>
  )
}

function OneMissing({ missing }: { readonly missing: Missing }) {
  const words = useRequirementWords()
  const { type, own, howToGet } = missing
  return (
    <Stack gap={0}>
      <Text size="sm" component="div">
        <bdi>{words.ofMissing(missing)}</bdi>
        {own !== null && (
          <Text span c="dimmed" size="sm">
            {' '}
            <Trans>(yours: {String(own)})</Trans>
          </Text>
        )}
      </Text>
      <UserText text={howToGet} size="sm" c="dimmed" />
      {type === 'Language' && (
        <LinkAnchor to="/settings/account" size="sm">
          <Trans>State your languages in your profile</Trans>
        </LinkAnchor>
      )}
    </Stack>
  )
}
