import { openPresented } from '../accounts/credentials/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'

/** Returns the scopes of the presented API key. Throws 401 and 403 problems. */
export const openScopes = async (ctx: Ctx): Promise<readonly string[]> => (await openPresented(ctx)).scopes
