import { lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { type Role, signedIn } from '../accounts/session.ts'
import { openFolders } from '../language.ts'

/** A page, loaded with the texts of the folders that it is made of when somebody opens it. */
export const page = <Name extends string>(
  folders: readonly string[],
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const [loaded] = await Promise.all([load(), openFolders(folders)])
    return loaded
  }, name)

/** Where those with these roles begin. */
export const homeOf = (roles: readonly string[]) =>
  roles.includes('Operator') ? '/operator' : roles.includes('Advertiser') ? '/advertiser' : '/executor'

/** Only for those who are signed in, with this role where one is named; others are sent to sign in, and come back. */
export const only = (role?: Role) => async (at: { location: { href: string } }) => {
  const account = await signedIn()
  if (!account) throw redirect({ to: '/sign-in', search: { back: at.location.href } })
  if (role && !account.roles.includes(role)) throw redirect({ to: homeOf(account.roles) })
}

/** What of the address a page reads, by name; everything else in it is ignored. */
export const reads =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Readonly<Record<Name, string>>> => {
    const found = names.filter((name) => search[name] !== undefined && search[name] !== '')
    return Object.fromEntries(found.map((name) => [name, String(search[name])])) as Partial<Record<Name, string>>
  }
