import { sql } from 'kysely'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const dayMs = 86_400_000

/** Purges mail and notifications past their retention. */
export const purgeAnnouncements: PeriodicWork = {
  name: 'clean announcements',
  everyMs: 3_600_000,
  run: async ({ db, now }) => {
    const mailBefore = new Date(now().getTime() - limits.mailDays * dayMs)
    const messagesBefore = new Date(now().getTime() - limits.accountMessageDays * dayMs)
    await sql`
      with gone as (
        delete from mail -- across accounts: mail that ended long ago
        where ended_at < ${mailBefore} returning account_id, mail_id
      )
      delete from mail_attachment file using gone where file.account_id = gone.account_id and file.mail_id = gone.mail_id`.execute(db)
    await sql`
      with gone as (
        delete from notification -- across accounts: messages that are old
        where notified_at < ${messagesBefore} returning account_id, message_id
      )
      delete from notification_read read using gone where read.account_id = gone.account_id and read.message_id = gone.message_id`.execute(
      db,
    )
  },
}
