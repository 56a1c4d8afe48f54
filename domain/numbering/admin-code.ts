import { sql } from 'kysely'
import type { codeCauses } from '#contract/messages/admin-code.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Carrier, carrierNames } from '#values/phone.ts'
import { explainCode, explainCodes, isExplained } from './report-code.ts'

export interface CodeWords {
  /** Null: every carrier. */
  carrier: Carrier | null
  meaning: string
  cause: string
  advice: string
}
export interface CodeRow extends CodeWords {
  code: string
}

const readAll = async (executor: Executor): Promise<CodeRow[]> => {
  const rows = await executor
    .selectFrom('reportCode')
    .select(['code', 'carrier', 'meaning', 'cause', 'advice'])
    .orderBy('cause')
    .orderBy('code')
    .execute()
  return rows
}

/** Report codes, some hundreds, filtered; a searched code also comes with what customers read for it. */
export async function listCodes(
  executor: Executor,
  filter: { search?: string | undefined; cause?: (typeof codeCauses)[number] | undefined; carrier?: Carrier | undefined },
) {
  const search = filter.search?.toUpperCase() ?? ''
  const all = await readAll(executor)
  const rows = all.filter(
    row =>
      (search === '' || fits(row.code.toUpperCase(), search) || row.meaning.toUpperCase().includes(search)) &&
      (filter.cause === undefined || row.cause === filter.cause) &&
      (filter.carrier === undefined || row.carrier === filter.carrier),
  )
  const isCode = /^[\x21-\x29\x2b-\x7e]+$/.test(search)
  return {
    rows,
    shown: isCode ? await explainCode(executor, search) : null,
    unknownCount: new Set((await listUnknown(executor)).map(row => row.code)).size,
  }
}

/** Whether a code contains the text, or is a family (`*`) that the text belongs to. */
const fits = (code: string, search: string) => code.includes(search) || (code.endsWith('*') && search.startsWith(code.slice(0, -1)))

/** An explanation as the audit log shows it. */
const codeText = (words: CodeWords | null) =>
  words ? [words.meaning, words.cause, words.advice, words.carrier ? carrierNames[words.carrier] : '全部运营商'].join(' / ') : '无'

/** Creates or updates the explanation of a code, ignoring case. Refuses `changed_meanwhile`. */
export async function setCode(
  tx: Tx,
  { code, seen, ...words }: CodeRow & { seen: CodeWords | null },
): Promise<{ before: string; after: string }> {
  await sql`lock table report_code in share row exclusive mode`.execute(tx)
  const known = (await readAll(tx)).find(row => row.code.toUpperCase() === code.toUpperCase()) ?? null
  if (codeText(known) !== codeText(seen)) refuse('changed_meanwhile')
  if (known) await tx.updateTable('reportCode').set(words).where('code', '=', known.code).execute()
  else
    await tx
      .insertInto('reportCode')
      .values({ code, ...words })
      .execute()
  await forgetExplained(tx)
  return { before: codeText(known), after: codeText(words) }
}

/**
 * Deletes an explanation: its family explains the code from then on, or nothing. Returns its old text. Refuses
 * `not_found`.
 */
export async function removeCode(tx: Tx, code: string): Promise<string> {
  const known = (await readAll(tx)).find(row => row.code === code)
  if (!known) refuse('not_found')
  await tx.deleteFrom('reportCode').where('code', '=', code).execute()
  return codeText(known)
}

interface UnknownCode {
  code: string
  channelId: string
  channelName: string
  reportCount: number
  firstAt: Date
  lastAt: Date
}

/** Received codes without an explanation, most frequent first. */
export async function listUnknown(executor: Executor): Promise<UnknownCode[]> {
  const { rows } = await sql<UnknownCode>`
    select code, unknown_code.channel_id, coalesce(channel.name, '') as "channelName", report_count, first_at, last_at
    from unknown_code left join channel on channel.channel_id = unknown_code.channel_id
    order by report_count desc, code limit 1000`.execute(executor)
  const explained = await explainCodes(
    executor,
    rows.map(row => row.code),
  )
  return rows.filter(row => !isExplained(getOrThrow(explained, row.code)))
}

/** Resets the counts of codes that are explained now: if the explanation is ever deleted, they start at zero. */
async function forgetExplained(tx: Tx): Promise<void> {
  const left = new Set((await listUnknown(tx)).map(row => row.code))
  const rows = await tx.selectFrom('unknownCode').select('code').distinct().execute()
  const explained = rows.map(row => row.code).filter(code => !left.has(code))
  if (explained.length > 0) await tx.deleteFrom('unknownCode').where('code', 'in', explained).execute()
}
