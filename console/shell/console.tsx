import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { hasSignedIn } from '../accounts/session.ts'
import { loadCode } from '../connection.ts'
import { queryClient } from '../queries.ts'
import { router } from '../routes.tsx'
import { theme, variables } from '../ui/look/theme.ts'

const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// The library that locks scrolling behind dialogs inserts a style element and reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

export function Console() {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <LazyToasts />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  )
}

const loadToasts = () => loadCode(() => import('./toasts.tsx'))
const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))

/** Loads the code of toasts ahead for users, and for visitors with the first toast. */
function LazyToasts() {
  const isShown = useNotifications().notifications.length > 0
  const [isUsed, setUsed] = useState(hasSignedIn)
  useEffect(() => {
    if (isShown) setUsed(true)
  }, [isShown])
  return isUsed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
