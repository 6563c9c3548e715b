import { useLingui } from '@lingui/react/macro'
import { Paper } from '@mantine/core'
import { Section } from '../../ui/page.tsx'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { AutomaticPayments } from '../automatic-payments.tsx'
import type { Task } from '../form/offer-values.ts'
import { OfferContent } from '../offer-content.tsx'
import { usePrices } from '../own-prices.ts'
import { TranslatedTexts } from '../translated-texts.tsx'

/** The instructions that executors see, the details hidden from them, and when submissions are paid without a decision. */
export function OwnContent({ task }: { readonly task: Task }) {
  const { t } = useLingui()
  const { isLoading, data: prices } = usePrices(Object.keys(task.details).length > 0)
  return (
    <>
      {isLoading ? (
        <LoadingSkeleton rows={2} height={120} />
      ) : (
        <OfferContent
          offer={{
            description: task.description,
            details: task.details,
            acceptanceCriteria: task.acceptanceCriteria,
            proofInstructions: task.proofInstructions,
            contentLanguage: task.sourceLanguage,
          }}
          schema={prices?.find(({ id }) => id === task.offerPriceId)?.offerDetailsSchema}
          showsSecret
        />
      )}
      <TranslatedTexts translations={task.translations} />
      <Section title={t`Paid without a decision`}>
        <Paper withBorder p="md" radius="md">
          <AutomaticPayments rules={task.autoAcceptRules} reviewSeconds={task.reviewPeriodSeconds} />
        </Paper>
      </Section>
    </>
  )
}
