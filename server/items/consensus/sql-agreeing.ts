import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Agreeing, ToRule } from './agreeing.ts'

/** Saves how often executors agree with the results of an offer. Those whose figures changed wait for its rules. */
export const saveAgreeing = (db: Db, offer: Id<'offer'>, agreeing: Agreeing) => {
  const rows = [...agreeing].sort(([one], [other]) => one - other)
  return db.run(sql`
    insert into executor_agreements as kept (offer, executor, items, compared, agreed, to_rule)
    select ${offer}::bigint, executor, items, compared, agreed, true
    from unnest(${rows.map(([executor]) => executor)}::bigint[], ${rows.map(([, { items }]) => items.size)}::integer[],
      ${rows.map(([, { compared }]) => compared)}::integer[], ${rows.map(([, { agreed }]) => agreed)}::integer[])
      as counted (executor, items, compared, agreed)
    order by executor
    on conflict (offer, executor) do update
      set items = excluded.items, compared = excluded.compared, agreed = excluded.agreed, to_rule = true
    where (kept.items, kept.compared, kept.agreed) is distinct from (excluded.items, excluded.compared, excluded.agreed)`)
}

/** Reads executors whose agreement has changed since rules were applied. */
export const readToRule = (db: Db, limit: number) =>
  db.many<ToRule>(sql`
    select offer, executor, items, compared, agreed from executor_agreements where to_rule
    order by offer, executor limit ${limit}::bigint`)

/** Notes that rules were applied to these figures; other figures wait on. */
export const writeRuled = (db: Db, ruled: readonly ToRule[]) => {
  const column = (name: keyof ToRule) => ruled.map((one) => one[name])
  return db.run(sql`
    update executor_agreements kept set to_rule = false
    from unnest(${column('offer')}::bigint[], ${column('executor')}::bigint[], ${column('items')}::integer[],
      ${column('compared')}::integer[], ${column('agreed')}::integer[]) as ruled (offer, executor, items, compared, agreed)
    where kept.offer = ruled.offer and kept.executor = ruled.executor and kept.to_rule
      and (kept.items, kept.compared, kept.agreed) = (ruled.items, ruled.compared, ruled.agreed)`)
}
