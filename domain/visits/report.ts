import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import type { ReportKind } from '#values/report-kind.ts'
import { codesMeant } from './own-code.ts'

export interface NewReport {
  domain: string
  code: string
  kind: ReportKind
  words: string
  /** How to reach the reporter; empty: no contact. */
  contact: string
  address: string
  now: Date
}

/** Reports from this many addresses within so many hours make a link urgent for staff. */
const urgentAddresses = 3
const urgentHours = 24

/**
 * Ingests an abuse report of a short link, in the platform's role; false when there is no such link. While a report
 * waits, further ones of the same address and link overwrite it. A link reported by several addresses within a day is
 * flagged.
 */
export async function ingestReport(executor: Executor, { domain, code, kind, words, contact, address, now }: NewReport): Promise<boolean> {
  const { rows } = await sql<{ accountId: AccountId; linkId: string }>`
    -- across accounts: a code's account is what is looked for
    select short_code.account_id, short_code.link_id from short_code
    join link on link.account_id = short_code.account_id and link.link_id = short_code.link_id
    where short_code.domain = ${domain} and ${codesMeant(code)} order by short_code.code = ${code} desc limit 1`.execute(executor)
  const link = rows[0]
  if (!link) return false
  const { rows: corrected } = await sql`
    update link_report set kind = ${kind}, words = ${words}, contact = ${contact}, at = ${now}
    where account_id = ${link.accountId} and link_id = ${link.linkId} and address = ${address}::inet and outcome is null returning report_id`.execute(
    executor,
  )
  if (corrected.length > 0) return true
  await sql`
    insert into link_report (report_id, account_id, link_id, domain, code, kind, words, contact, address, at)
    values (${newId(now.getTime())}, ${link.accountId}, ${link.linkId}, ${domain}, ${code}, ${kind}, ${words}, ${contact}, ${address}::inet, ${now})`.execute(
    executor,
  )
  await sql`
    update link set flagged_at = ${now}
    where account_id = ${link.accountId} and link_id = ${link.linkId} and flagged_at is null and (
      select count(distinct address) from link_report
      where account_id = ${link.accountId} and link_id = ${link.linkId} and outcome is null and at > ${new Date(now.getTime() - urgentHours * 3_600_000)}
    ) >= ${urgentAddresses}`.execute(executor)
  return true
}
