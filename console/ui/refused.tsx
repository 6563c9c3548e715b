import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Code, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../api.ts'

type Facts = { readonly meaning?: string; readonly advice?: string }

/** What the problem's own page says, in the reader's language: the detail of an answer is English. */
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

/** Why something was refused, in the reader's language, with its code; nothing where there is no error. */
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

/** Nobody is signed in any more: the page asks for that by itself. */
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
