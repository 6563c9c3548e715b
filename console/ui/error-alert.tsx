import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError, type FieldError } from '../api.ts'
import { fieldErrorText, isAtField, nameOf } from './field-errors.ts'
import { LinkButton } from './links.tsx'
import { problemText } from './problem-texts.ts'

const unauthorized = 401
const serverError = 500

type ErrorAlertProps = { readonly error: unknown; readonly onRetry?: () => void }

/** Explains an error in the user's language; renders nothing without an error. Errors of fields are shown at the fields. */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  if (!error) return null
  const retry = onRetry ? { onRetry } : {}
  if (!(error instanceof ApiError) || error.code === 'unreachable') return <UnreachableAlert {...retry} />
  if (error.status === unauthorized) return <SessionEndedAlert {...retry} />
  if (error.errors.length > 0) return <FieldsAlert errors={error.errors} {...retry} />
  return <ProblemAlert error={error} {...retry} />
}

type RetryProps = Pick<ErrorAlertProps, 'onRetry'>
type MessageProps = RetryProps & { readonly title: ReactNode; readonly color?: string; readonly children?: ReactNode }

const Message = ({ title, color = 'red', children, onRetry }: MessageProps) => (
  <Alert role="alert" color={color} variant="light" title={title}>
    {(children || onRetry) && (
      <>
        {children}
        {onRetry && (
          <Button mt="xs" me="xs" size="xs" variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </>
    )}
  </Alert>
)

const UnreachableAlert = (retry: RetryProps) => (
  <Message title={<Trans>The marketplace is not responding</Trans>} {...retry}>
    <Text size="sm">
      <Trans>Your entries are saved. Try again when the connection is back.</Trans>
    </Text>
  </Message>
)

/** The session has ended; the page opens the sign-in dialog on its own. */
const SessionEndedAlert = (retry: RetryProps) => (
  <Message color="yellow" title={<Trans>Your session has ended</Trans>} {...retry}>
    <Text size="sm">
      <Trans>Sign in again to continue. Your entries are saved.</Trans>
    </Text>
  </Message>
)

/** One sentence about a refusal. The reference helps operators to find an internal error. */
function ProblemAlert({ error, onRetry }: RetryProps & { readonly error: ApiError }) {
  const { code, requestId, status } = error
  useLingui()
  return (
    <Message title={problemText(error)} {...(onRetry ? { onRetry } : {})}>
      {code === 'second_factor_required' && (
        <LinkButton to="/settings/security" mt="xs" me="xs" size="xs" variant="default">
          <Trans>Set up</Trans>
        </LinkButton>
      )}
      {status >= serverError && requestId && (
        <Group gap={4} fz="sm">
          <Trans>Reference for support: {requestId}</Trans>
        </Group>
      )}
    </Message>
  )
}

/** A refused line of a bulk request, in the user's language and without codes. */
export function ProblemText({ problem }: { readonly problem: Readonly<Record<string, unknown>> }) {
  useLingui()
  return problemText(new ApiError(problem as Partial<ApiError>))
}

function FieldsAlert({ errors, onRetry }: RetryProps & { readonly errors: readonly FieldError[] }) {
  const elsewhere = errors.filter((each) => !isAtField(each))
  const isAllElsewhere = elsewhere.length === errors.length
  return (
    <Message
      title={isAllElsewhere ? <Trans>Please check your entries</Trans> : <Trans>Please check the marked fields</Trans>}
      {...(onRetry ? { onRetry } : {})}
    >
      {elsewhere.length > 0 && (
        <List size="sm">
          {elsewhere.map((each) => (
            <List.Item key={`${each.field} ${each.detail}`}>
              {nameOf(each)}: {fieldErrorText(each)}
            </List.Item>
          ))}
        </List>
      )}
    </Message>
  )
}
