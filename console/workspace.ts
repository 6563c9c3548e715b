import { hasRight } from './member-rights.ts'

/** The workspace that this tab works for, and the member's role in it. */
export type Workspace = { readonly id: number; readonly name: string; readonly role: string }

const storageKey = 'workspace'

function readStored(): Workspace | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return Number.isInteger(stored?.id) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Set until the page is loaded again, so that nothing of two accounts mixes. Each tab has its own. */
export const workspace: Workspace | undefined = readStored()

/** Opens a workspace in this tab, or the own account. */
export function openWorkspace(opened: Workspace | undefined): void {
  if (opened) sessionStorage.setItem(storageKey, JSON.stringify(opened))
  else sessionStorage.removeItem(storageKey)
  location.assign('/')
}

/** Leaves the workspace in this tab. Signing out leaves it too. */
export const forgetWorkspace = (): void => sessionStorage.removeItem(storageKey)

/** Returns the address of what an advertiser does for the workspace of this tab. */
export const inWorkspace = (address: string): string =>
  workspace
    ? address.replace(
        /^((?:https?:\/\/[^/]+)?\/console\/api)\/(?=(?:advertiser|v1|uploads)[/?])/,
        `$1/workspaces/${workspace.id}/`,
      )
    : address

/** Returns the name under which this browser keeps something, apart from that of the own account. */
export const keptName = (name: string): string => (workspace ? `workspace ${workspace.id}: ${name}` : name)

const pagesOf: Readonly<Record<string, readonly string[]>> = {
  Finance: ['/advertiser/balance', '/advertiser/figures'],
  Reviewer: [
    '/advertiser',
    '/advertiser/offers',
    '/advertiser/review',
    '/advertiser/messages',
    '/advertiser/disputes',
    '/advertiser/lists',
    '/advertiser/qualifications',
    '/advertiser/figures',
  ],
}

/** Whether the menu has this page: in a workspace, if it is of use in the member's role. The server decides what they may do. */
export const isOfUse = (page: string): boolean => {
  const pages = workspace && pagesOf[workspace.role]
  return !pages || pages.includes(page)
}

/** Whether the person manages offers here: their own, or those of the workspace. */
export const managesOffers = hasRight('managesOffers', workspace?.role)
/** Whether they decide on submissions, write to executors, and have executor lists and qualifications. */
export const reviews = hasRight('reviews', workspace?.role)
/** Whether they pay money in, and set what concerns it. */
export const pays = hasRight('pays', workspace?.role)

/** The first page of the workspace. */
export const startOfWorkspace = isOfUse('/advertiser') ? '/advertiser' : '/advertiser/balance'
