import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { tryNow } from '../connection.ts'
import { brandLogo, useBrandName } from '../ui/brand.ts'

/** Shown alone while the marketplace does not answer the first requests: no menu of it would work. */
export function Unavailable() {
  const brand = useBrandName()
  useEffect(() => {
    document.title = brand
  }, [brand])
  return (
    <Stack component="main" align="center" justify="center" gap="md" p="md" ta="center" mih="100dvh">
      <img src={brandLogo()} alt="" className="brand-logo" />
      <Text c="dimmed">{brand}</Text>
      <Title order={1} size="h2">
        <Trans>The service is not available right now</Trans>
      </Title>
      <Text maw={420} role="status">
        <Trans>We try again every few seconds. This page opens by itself. What you entered here before is saved.</Trans>
      </Text>
      <Button variant="default" onClick={tryNow}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  )
}
