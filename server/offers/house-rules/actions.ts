import { mayCall } from '../../accounts/actions-callers.ts'
import { currentRules } from '../../money-rules/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type HouseRules, houseRulesIn } from './house-rules.ts'

/** Returns the house rules. Checks the caller before the requested language, so only permitted callers see its errors. */
export async function readHouseRules(ctx: Ctx, languageAsked: () => string): Promise<HouseRules> {
  await mayCall(ctx)
  const language = languageAsked()
  return houseRulesIn(language, { ...ctx.config, ...(await currentRules(ctx)) })
}
