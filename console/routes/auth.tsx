import { createRoute, redirect } from '@tanstack/react-router'
import { getSignedInAccount } from '../accounts/session.ts'
import { NotFound } from '../shell/fallback-pages.tsx'
import { homeOf, page, searchParams } from './page.ts'
import { root } from './root.tsx'

const at = { getParentRoute: () => root }
const folders = ['accounts']

const home = createRoute({
  ...at,
  path: '/',
  beforeLoad: async () => {
    const account = await getSignedInAccount()
    throw redirect(account ? { to: homeOf(account.roles) } : { to: '/sign-in' })
  },
})

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
] as const
