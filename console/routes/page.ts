import { lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { type Role, signedIn } from '../accounts/session.ts'
import { openFolders } from '../language.ts'

/** A page, lazily loaded with the texts of its folders. */
export const page = <Name extends string>(
  folders: readonly string[],
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const [loaded] = await Promise.all([load(), openFolders(folders)])
    return loaded
  }, name)

/** Returns the start page for these roles. */
export const homeOf = (roles: readonly string[]) =>
  roles.includes('Operator') ? '/operator' : roles.includes('Advertiser') ? '/advertiser' : '/executor'

/** Requires a signed-in user, with this role if given; otherwise redirects to sign-in and back. */
export const only = (role?: Role) => async (at: { location: { href: string } }) => {
  const account = await signedIn()
  if (!account) throw redirect({ to: '/sign-in', search: { back: at.location.href } })
  if (role && !account.roles.includes(role)) throw redirect({ to: homeOf(account.roles) })
}

/** Picks search parameters by name and ignores all others. */
export const reads =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Readonly<Record<Name, string>>> => {
    const found = names.filter((name) => search[name] !== undefined && search[name] !== '')
    return Object.fromEntries(found.map((name) => [name, String(search[name])])) as Partial<Record<Name, string>>
  }
