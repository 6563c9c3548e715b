import type { FetchQueryOptions } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { getSignedInAccount, hasSignedIn } from '../accounts/session.ts'
import { currentLanguage } from '../language.ts'
import { queryClient } from '../queries.ts'
import { NotFound } from '../shell/fallback-pages.tsx'
import { presentationQuery, publicTasksQuery, type TasksSearch } from '../site/public-api.ts'
import { homeOf, page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const at = { getParentRoute: () => root }
const folders = ['accounts']

const landing = page(['site'], () => import('../site/landing.tsx'), 'Landing')

/** The start page of signed-in users, and the landing page for visitors. */
const home = createRoute({
  ...at,
  path: '/',
  validateSearch: searchParams('category', 'page'),
  beforeLoad: async ({ search }) => {
    // Starts loading what most visitors need while the session is checked.
    if (!hasSignedIn()) preloadLanding(search)
    const account = await getSignedInAccount()
    if (account) throw redirect({ to: homeOf(account.roles) })
  },
  component: landing,
})

function preloadLanding(search: TasksSearch): void {
  void landing.preload?.()
  for (const query of [presentationQuery(currentLanguage()), publicTasksQuery(search, currentLanguage())])
    void queryClient.prefetchQuery<unknown>(query as FetchQueryOptions<unknown>)
}

/** The frame around these pages depends on who is signed in. */
const publicText = { ...at, beforeLoad: () => getSignedInAccount() }

/** An unknown address. Asks who is signed in, for the frame around it. */
const unknown = createRoute({
  ...at,
  path: '$',
  beforeLoad: () => getSignedInAccount(),
  component: NotFound,
})

/** Pages for users who are not signed in. */
export const authRoutes = [
  home,
  createRoute({
    ...publicText,
    path: '/help',
    component: page(['site'], () => import('../site/help.tsx'), 'HelpPage'),
  }),
  createRoute({
    ...publicText,
    path: '/terms',
    component: page(['site'], () => import('../site/public-page.tsx'), 'TermsPage'),
  }),
  createRoute({
    ...publicText,
    path: '/privacy',
    component: page(['site'], () => import('../site/public-page.tsx'), 'PrivacyPolicyPage'),
  }),
  createRoute({
    ...publicText,
    path: '/contact',
    component: page(['site'], () => import('../site/public-page.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...at,
    path: '/tasks/$offerId',
    beforeLoad: async ({ params }) => {
      const account = await getSignedInAccount()
      if (account?.roles.includes('Executor')) throw redirect({ to: '/executor/offers/$offerId', params })
    },
    component: page(['site', 'offers'], () => import('../site/public-task.tsx'), 'PublicTask'),
  }),
  unknown,
  createRoute({
    ...at,
    path: '/sign-in',
    validateSearch: searchParams('back'),
    component: page(folders, () => import('../accounts/sign-in/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    ...at,
    path: '/sign-up',
    validateSearch: searchParams('role', 'back'),
    component: page(folders, () => import('../accounts/sign-in/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    ...at,
    path: '/verify',
    validateSearch: searchParams('token'),
    component: page(folders, () => import('../accounts/sign-in/verify.tsx'), 'Verify'),
  }),
  createRoute({
    ...at,
    path: '/join',
    validateSearch: searchParams('token'),
    beforeLoad: requireRole(),
    component: page(folders, () => import('../accounts/workspaces/join.tsx'), 'JoinPage'),
  }),
  createRoute({
    ...at,
    path: '/return/$reservation/$action/$signature',
    beforeLoad: requireRole(),
    component: page(
      ['reservations', 'offers'],
      () => import('../reservations/study-return/return-page.tsx'),
      'ReturnPage',
    ),
  }),
  createRoute({
    ...at,
    path: '/forgot-password',
    component: page(folders, () => import('../accounts/sign-in/forgot-password.tsx'), 'ForgotPassword'),
  }),
  createRoute({
    ...at,
    path: '/reset-password',
    validateSearch: searchParams('token'),
    component: page(folders, () => import('../accounts/sign-in/reset-password.tsx'), 'ResetPassword'),
  }),
  createRoute({
    ...at,
    path: '/confirm-email-change',
    validateSearch: searchParams('token'),
    component: page(folders, () => import('../accounts/sign-in/email-links.tsx'), 'ConfirmEmailChange'),
  }),
  createRoute({
    ...at,
    path: '/cancel-email-change',
    validateSearch: searchParams('token'),
    component: page(folders, () => import('../accounts/sign-in/email-links.tsx'), 'CancelEmailChange'),
  }),
  createRoute({
    ...at,
    path: '/stop-withdrawal',
    validateSearch: searchParams('token'),
    component: page(folders, () => import('../accounts/sign-in/email-links.tsx'), 'StopWithdrawal'),
  }),
] as const
