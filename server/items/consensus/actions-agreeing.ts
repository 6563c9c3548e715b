import type { Db } from '../../platform/database/db.ts'
import type { ToRule } from './agreeing.ts'
import { readToRule, writeRuled } from './sql-agreeing.ts'

/** Returns executors whose agreement with results has changed since rules were applied. */
export const agreementsToRule = (db: Db, limit: number): Promise<readonly ToRule[]> => readToRule(db, limit)

/** Notes that rules were applied to these figures. */
export const endRuling = (db: Db, ruled: readonly ToRule[]): Promise<unknown> => writeRuled(db, ruled)
