import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { OfferForm } from './offer-fields.tsx'
import type { OfferValues } from './offer-values.ts'

type AdvancedProps = {
  readonly offer: OfferForm
  readonly members: readonly (keyof OfferValues)[]
  readonly children: ReactNode
}

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== '')

/** Rarely used fields, folded unless one of them has a value or an error. */
export function Advanced({ offer: { form, canEdit }, members, children }: AdvancedProps) {
  const [isOpened, setOpened] = useState(() => members.some((name) => isSet(form.values[name])))
  const hasError = Object.keys(form.errors).some((path) =>
    (members as readonly string[]).includes(path.split('.')[0] ?? ''),
  )
  const isOpen = isOpened || hasError
  if (!members.some(canEdit)) return null
  return (
    <Stack gap="xl" align="stretch">
      <Button
        variant="subtle"
        size="compact-md"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpened(!isOpen)}
        aria-expanded={isOpen}
      >
        {isOpen ? <Trans>Hide advanced settings</Trans> : <Trans>Advanced settings</Trans>}
      </Button>
      {isOpen && children}
    </Stack>
  )
}
