import { keyedHash } from '../../platform/config/secret.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { normalEmail } from '../account.ts'
import { lockAccount } from '../sql.ts'
import { inheritSanctions, writeAccountStatus } from './sql.ts'

const subaddress = /\+.*$/

/** Returns the keyed hash that identifies the address of a closed account; equal for spellings that reach the same mailbox. */
export function addressHash(secretKey: string, email: string): Buffer {
  const [name = '', host = ''] = normalEmail(email.normalize('NFKC')).split(/@(?=[^@]*$)/)
  return keyedHash(secretKey, 'closed account', `${name.replace(subaddress, '')}@${host}`)
}

/** Imposes the sanctions of a closed account on a new account with the same address. */
export async function takeOverSanctions(db: Db, account: Id<'account'>, hash: Buffer): Promise<void> {
  if ((await inheritSanctions(db, account, hash)) > 0) await writeAccountStatus(db, account)
}

/** Runs `change` with the account locked and then updates the restrictions that its sanctions cause. */
export const withAccountStatus = <T>(
  db: Database,
  account: Id<'account'>,
  change: (within: Db) => Promise<T>,
): Promise<T> =>
  db.transaction(async (within) => {
    await lockAccount(within, account)
    const changed = await change(within)
    await writeAccountStatus(within, account)
    return changed
  })

export const renewAccountStatus = (db: Db, account: Id<'account'>) => writeAccountStatus(db, account)
