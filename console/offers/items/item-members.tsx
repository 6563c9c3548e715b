import { Trans } from '@lingui/react/macro'
import { Anchor, Group, Image, Stack, Text } from '@mantine/core'
import { escapeHidden } from '../../ui/user-text.tsx'
import { isEmbeddedPicture } from '../page-form/fill.ts'

const [membersMax, lengthMax, pictureSize] = [4, 160, 48]
const picturePath = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

/** Whether a value is a picture or its https address. */
function isPicture(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  if (isEmbeddedPicture(value)) return true
  const { protocol, pathname } = new URL(value)
  return protocol === 'https:' && picturePath.test(pathname)
}

type ItemMembersProps = { readonly data: Readonly<Record<string, unknown>>; readonly externalId?: string | null }

/** The data of an item: pictures small, long texts shortened, further members counted. */
export function ItemMembers({ data, externalId = null }: ItemMembersProps) {
  const members = Object.entries(data)
  const further = members.length - membersMax
  return (
    <Stack gap={2}>
      {externalId !== null && (
        <Text size="sm" fw={600} dir="auto">
          {shortened(externalId)}
        </Text>
      )}
      {members.slice(0, membersMax).map(([name, value]) => (
        <Member key={name} name={name} value={value} />
      ))}
      {further > 0 && (
        <Text size="xs" c="dimmed">
          <Trans>and {further} more</Trans>
        </Text>
      )}
    </Stack>
  )
}

function Member({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" span dir="auto" flex="none" maw={120} truncate>
        {shortened(name)}
      </Text>
      {isPicture(value) ? <SmallPicture source={value} /> : <ShortText value={value} />}
    </Group>
  )
}

const ShortText = ({ value }: { readonly value: unknown }) => (
  <Text size="sm" span lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
    {shortened(typeof value === 'string' ? value : JSON.stringify(value))}
  </Text>
)

/** A picture of the advertiser's own site; nothing about this page is sent to it. */
const SmallPicture = ({ source }: { readonly source: string }) => {
  const file = isEmbeddedPicture(source) ? '' : shortened(decoded(new URL(source).pathname.split('/').at(-1) ?? ''))
  const image = (
    <Image
      src={source}
      alt={file}
      h={pictureSize}
      w="auto"
      maw={2 * pictureSize}
      radius="sm"
      fit="contain"
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  )
  if (isEmbeddedPicture(source)) return image
  return (
    <Anchor href={source} target="_blank" rel="noopener noreferrer" title={source}>
      {image}
    </Anchor>
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const shortened = (text: string): string =>
  escapeHidden(text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text)
