import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type HouseRules, houseRulesIn } from './house-rules.ts'

/** The house rules. What is wrong with the language that is asked for is told only to those who may call. */
export async function readHouseRules(ctx: Ctx, languageAsked: () => string): Promise<HouseRules> {
  await mayCall(ctx)
  return houseRulesIn(languageAsked())
}
