import { Trans } from '@lingui/react/macro'
import { List } from '@mantine/core'
import { Duration, Percent } from '../ui/formatted.tsx'

type AutomaticPaymentsProps = {
  readonly rules: readonly { readonly type: string; readonly value?: number | string }[]
  readonly reviewSeconds: number | null | undefined
}

/** Every way in which a task pays without a person's decision. */
export function AutomaticPayments({ rules, reviewSeconds }: AutomaticPaymentsProps) {
  const rule = (name: string) => rules.find(({ type }) => type === name)
  const rate = rule('MinAcceptanceRate')?.value
  return (
    <List size="sm" spacing={4}>
      {rule('CompletionCode') && (
        <List.Item>
          <Trans>Work with a correct completion code is accepted and paid at once, unless it has flags.</Trans>
        </List.Item>
      )}
      {rate !== undefined && rate !== '' && (
        <List.Item>
          <Trans>
            Work of executors with an acceptance rate of at least <Percent value={Number(rate)} /> is accepted and paid
            at once, unless it has flags.
          </Trans>
        </List.Item>
      )}
      {typeof reviewSeconds === 'number' && (
        <List.Item>
          <Trans>
            Work without a decision within <Duration seconds={reviewSeconds} /> is accepted and paid, even with flags.
          </Trans>
        </List.Item>
      )}
      <List.Item>
        <Trans>A rejection that is appealed is paid if no operator decides in time.</Trans>
      </List.Item>
    </List>
  )
}
