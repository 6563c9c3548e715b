import { Trans, useLingui } from '@lingui/react/macro'
import type { B } from '../../api.ts'
import { Time } from '../../ui/formatted.tsx'

/** Which actions of return links have arrived in the last test run, and when. */
export function ArrivedActions({ test }: { readonly test: B['StudyTest'] }) {
  const { t } = useLingui()
  const { complete, screenedOut, failedCheck } = test
  const lines = [
    [t`Completed`, complete],
    [t`Screened out`, screenedOut],
    [t`Failed check`, failedCheck],
  ] as const
  return (
    <dl className="facts">
      {lines.map(([name, at]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} time`}>{at === null ? <Trans>Has not arrived</Trans> : <Time at={at} />}</dd>,
      ])}
    </dl>
  )
}
