import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Code, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api.ts'

type ProblemText = { readonly meaning?: string; readonly advice?: string }

/** Returns the localized meaning of a code: the detail of a problem is in English. */
function useProblemText(code: string | undefined, language: string) {
  return useQuery({
    queryKey: ['problem', code, language],
    enabled: code !== undefined && code !== 'unreachable' && language !== 'en',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ProblemText> => {
      const headers = { accept: 'application/json', 'accept-language': language }
      const response = await fetch(`/problems/${code}`, { headers, signal })
      return response.ok ? await response.json() : {}
    },
  }).data
}

const unauthorized = 401

type ErrorAlertProps = { readonly error: unknown; readonly onRetry?: () => void }

/** Explains an error in the user's language, with its code; renders nothing without an error. */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  const apiError = error instanceof ApiError ? error : undefined
  const { i18n } = useLingui()
  const problemText = useProblemText(apiError?.code, i18n.locale)
  if (!error) return null
  const isUnreachable = !apiError || apiError.code === 'unreachable'
  if (apiError?.status === unauthorized) return <SessionEndedAlert onRetry={onRetry} />
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={isUnreachable ? <Trans>Marketplace unreachable</Trans> : apiError.title}
    >
      <Text size="sm">
        {isUnreachable ? (
          <Trans>Your entries are saved. Try again when the connection is back.</Trans>
        ) : (
          (problemText?.meaning ?? apiError.message)
        )}
      </Text>
      {problemText?.advice && <Text size="sm">{problemText.advice}</Text>}
      {apiError && apiError.errors.length > 0 && <FieldErrors apiError={apiError} />}
      <Group mt="xs" gap="sm">
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {apiError && !isUnreachable && (
          <Code>
            {apiError.code}
            {apiError.requestId ? ` · ${apiError.requestId}` : ''}
          </Code>
        )}
      </Group>
    </Alert>
  )
}

/** The session has ended; the page opens the sign-in dialog on its own. */
const SessionEndedAlert = ({ onRetry }: Pick<ErrorAlertProps, 'onRetry'>) => (
  <Alert role="alert" color="yellow" title={<Trans>Your session has ended</Trans>}>
    <Text size="sm">
      <Trans>Sign in again to continue. Your entries are saved.</Trans>
    </Text>
    {onRetry && (
      <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    )}
  </Alert>
)

const FieldErrors = ({ apiError }: { readonly apiError: ApiError }) => (
  <List size="sm" mt="xs">
    {apiError.errors.map(({ field, detail }) => (
      <List.Item key={`${field} ${detail}`}>
        <Code>{field}</Code> {detail}
      </List.Item>
    ))}
  </List>
)
