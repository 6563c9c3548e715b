import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Code, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../api.ts'

type Facts = { readonly meaning?: string; readonly advice?: string }

/** Returns the localized meaning of a code: the detail of a problem is in English. */
function useMeaning(code: string | undefined, language: string) {
  return useQuery({
    queryKey: ['problem', code, language],
    enabled: code !== undefined && code !== 'unreachable' && language !== 'en',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Facts> => {
      const headers = { accept: 'application/json', 'accept-language': language }
      const response = await fetch(`/problems/${code}`, { headers, signal })
      return response.ok ? await response.json() : {}
    },
  }).data
}

const unauthorized = 401

type Refused = { readonly error: unknown; readonly again?: () => void }

/** Explains an error in the user's language, with its code; renders nothing without an error. */
export function Refused({ error, again }: Refused) {
  const refusal = error instanceof Refusal ? error : undefined
  const { i18n } = useLingui()
  const meaning = useMeaning(refusal?.code, i18n.locale)
  if (!error) return null
  const isUnreachable = !refusal || refusal.code === 'unreachable'
  if (refusal?.status === unauthorized) return <Ended again={again} />
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={isUnreachable ? <Trans>Marketplace unreachable</Trans> : refusal.title}
    >
      <Text size="sm">
        {isUnreachable ? (
          <Trans>Your entries are saved. Try again when the connection is back.</Trans>
        ) : (
          (meaning?.meaning ?? refusal.message)
        )}
      </Text>
      {meaning?.advice && <Text size="sm">{meaning.advice}</Text>}
      {refusal && refusal.errors.length > 0 && <WrongFields refusal={refusal} />}
      <Group mt="xs" gap="sm">
        {again && (
          <Button size="xs" variant="default" onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {refusal && !isUnreachable && (
          <Code>
            {refusal.code}
            {refusal.requestId ? ` · ${refusal.requestId}` : ''}
          </Code>
        )}
      </Group>
    </Alert>
  )
}

/** The session has ended; the page opens the sign-in dialog on its own. */
const Ended = ({ again }: Pick<Refused, 'again'>) => (
  <Alert role="alert" color="yellow" title={<Trans>Your session has ended</Trans>}>
    <Text size="sm">
      <Trans>Sign in again to continue. Your entries are saved.</Trans>
    </Text>
    {again && (
      <Button mt="xs" size="xs" variant="default" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    )}
  </Alert>
)

const WrongFields = ({ refusal }: { readonly refusal: Refusal }) => (
  <List size="sm" mt="xs">
    {refusal.errors.map(({ field, detail }) => (
      <List.Item key={`${field} ${detail}`}>
        <Code>{field}</Code> {detail}
      </List.Item>
    ))}
  </List>
)
