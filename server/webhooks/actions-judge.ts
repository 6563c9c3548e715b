import type { Ctx } from '../platform/ctx.ts'
import { type Mail, recordMails } from '../platform/mails.ts'
import { noticeOf } from './notice.ts'
import { judgeEndpoints, type Noticed } from './sql.ts'

/** Disables what nothing has reached for days, and tells the accounts; answers how many there were to tell. */
export const judge = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  db.transaction(async (db) => {
    const noticed = await judgeEndpoints(db)
    return noticed.length === 0 ? 0 : recordMails(db, noticed.map(mailTo(config.apiUrl)))
  })

const mailTo =
  (apiUrl: string) =>
  ({ about, id, url, email, language }: Noticed): Mail => ({
    recipient: email,
    ...noticeOf(about, { id, url }, { language, apiUrl }),
  })
