import { seal, unseal } from '../config/secret.ts'
import { sql } from '../sql.ts'
import type { Db } from './db.ts'

const checkText = 'sealed with the secret key of this installation'

/** The key differs from the one that the database was first used with. */
export class SecretKeyWrong extends Error {}

const howToGoOn =
  'Start with that key: set SECRET_KEY to it or, where SECRET_KEY is not set, put the file secret-key back into DATA_DIR. ' +
  'If it is lost for good, stop all programs and run ./market doctor --adopt-secret-key; docs/secret-key.md says what is lost.'

/** Throws SecretKeyWrong unless this is the key that the database was first used with. A new database records the key. */
export async function checkSecretKey(db: Db, secretKey: string): Promise<void> {
  const sealed = (await readCheck(db)) ?? (await firstCheck(db, secretKey))
  if (!opens(secretKey, sealed))
    throw new SecretKeyWrong(`SECRET_KEY is not the one that this database was first used with. ${howToGoOn}`)
}

const readCheck = async (db: Db): Promise<Buffer | undefined> =>
  (await db.maybe<Check>(sql`select sealed_check from installation`))?.sealedCheck

/** If several programs start at once, the first one wins; a second statement then reads the winner's key. */
async function firstCheck(db: Db, secretKey: string): Promise<Buffer> {
  await db.run(sql`
    insert into installation (only_one, sealed_check) values (true, ${seal(secretKey, checkText)}::bytea)
    on conflict (only_one) do nothing`)
  return (await db.one<Check>(sql`select sealed_check from installation`)).sealedCheck
}

type Check = { readonly sealedCheck: Buffer }

function opens(secretKey: string, sealed: Buffer): boolean {
  try {
    return unseal(secretKey, sealed) === checkText
  } catch {
    return false
  }
}

/** Replaces the recorded key. Values sealed with another key stay unreadable. */
export async function adoptSecretKey(db: Db, secretKey: string): Promise<void> {
  await db.run(sql`
    insert into installation (only_one, sealed_check) values (true, ${seal(secretKey, checkText)}::bytea)
    on conflict (only_one) do update set sealed_check = excluded.sealed_check`)
}
