import { lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { getSignedInAccount, type Role } from '../accounts/session.ts'
import { loadCode } from '../connection.ts'
import { loadTexts } from '../language.ts'
import { startOfWorkspace, workspace } from '../workspace.ts'

/** A page, lazily loaded with the texts of its folders. */
export const page = <Name extends string>(
  folders: readonly string[],
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const [loaded] = await Promise.all([loadCode(load), loadTexts(folders)])
    return loaded
  }, name)

/** Returns the start page for these roles. */
export const homeOf = (roles: readonly string[]) =>
  workspace
    ? startOfWorkspace
    : roles.includes('Operator')
      ? '/operator'
      : roles.includes('Advertiser')
        ? '/advertiser'
        : '/executor'

/** Requires a signed-in user, with this role if given; otherwise redirects to sign-in and back. */
export const requireRole = (role?: Role) => async (context: { location: { href: string } }) => {
  const account = await getSignedInAccount()
  if (!account) throw redirect({ to: '/sign-in', search: { back: context.location.href } })
  if (role && !account.roles.includes(role)) throw redirect({ to: homeOf(account.roles) })
}

/** Picks search parameters by name and ignores all others. */
export const searchParams =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Readonly<Record<Name, string>>> => {
    const found = names.filter((name) => search[name] !== undefined && search[name] !== '')
    return Object.fromEntries(found.map((name) => [name, String(search[name])])) as Partial<Record<Name, string>>
  }
