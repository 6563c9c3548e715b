import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from '../../ui/action-button.tsx'
import { Duration, Money } from '../../ui/formatted.tsx'
import { isRecord } from '../../ui/schema/schema.ts'
import { UserText } from '../../ui/user-text.tsx'
import { OfferContent } from '../offer-content.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { bodyOf } from './offer-values.ts'

/** A preview of the offer as executors will see it. */
export function OfferPreview({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const [isOpen, preview] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={preview.open}>
        <Trans>Preview</Trans>
      </Button>
      <Dialog title={t`Preview for executors`} isOpen={isOpen} close={preview.close} size="xl">
        {isOpen && <PreviewContent offer={offer} />}
      </Dialog>
    </>
  )
}

function PreviewContent({ offer: { form, price } }: { readonly offer: OfferForm }) {
  const body = bodyOf(form.values)
  const seconds = body.reservationDurationSeconds ?? price?.reservationDurationSeconds ?? null
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={3}>{body.title ? <UserText text={body.title} oneLine inherit /> : <Trans>Untitled</Trans>}</Title>
        {price && (
          <Text fw={700} fz={24} lh={1.1}>
            <Money amount={body.rewardPerAction ?? price.rewardPerAction} currency={price.currency} />
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Time limit: <Duration seconds={seconds} />
        </Trans>
      </Text>
      <OfferContent
        offer={{
          description: body.description ?? null,
          details: isRecord(body.details) ? body.details : {},
          acceptanceCriteria: form.values.acceptanceCriteria.map((criterion) => ({ ...criterion })),
          proofInstructions: body.proofInstructions ?? null,
          contentLanguage: form.values.sourceLanguage,
        }}
        schema={price?.offerDetailsSchema}
      />
    </Stack>
  )
}
