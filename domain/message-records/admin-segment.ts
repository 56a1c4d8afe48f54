import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { segmentOf } from '#domain/channels/index.ts'
import { portedCarriers, provinceOf } from '#domain/numbering/index.ts'
import { smallTable } from '#domain/table-files/index.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { carrierNames, type MainlandCarrier, mainlandCarriers, parsePhone } from '#values/phone.ts'

export interface SegmentFacts {
  carrier: MainlandCarrier
  isVirtual: boolean
}
export interface SegmentRow extends SegmentFacts {
  prefix: string
}

const readAll = (executor: Executor): Promise<SegmentRow[]> =>
  executor.selectFrom('numberSegment').select(['prefix', 'carrier', 'isVirtual']).orderBy('prefix').execute()

/**
 * Number segments, some hundreds: all, or those that match the digits of a number. A whole number is also answered with
 * its carrier.
 */
export async function listSegments(
  executor: Executor,
  filter: { search?: string | undefined; carrier?: MainlandCarrier | undefined; isVirtual?: boolean | undefined },
) {
  const { search = '', carrier, isVirtual } = filter
  const all = await readAll(executor)
  const rows = all.filter(
    row =>
      (search.startsWith(row.prefix) || row.prefix.startsWith(search)) &&
      (carrier === undefined || row.carrier === carrier) &&
      (isVirtual === undefined || row.isVirtual === isVirtual),
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ported_number`.execute(executor)
  return { rows, found: search.length === 11 ? await whose(executor, search) : null, portedCount: firstOrThrow(counted).n }
}

async function whose(executor: Executor, phone: string) {
  const segment = await segmentOf(executor, phone)
  const portedTo = (await portedCarriers(executor, [phone])).get(phone) ?? null
  return { carrier: portedTo ?? segment?.carrier ?? null, prefix: segment?.prefix ?? null, province: provinceOf(phone), portedTo }
}

/** A segment as the audit log shows it: 中国移动，虚拟运营商. */
const factsText = (facts: SegmentFacts | null) => (facts ? carrierNames[facts.carrier] + (facts.isVirtual ? '，虚拟运营商' : '') : '无')

/** Creates or updates a segment. Refuses `changed_meanwhile`. */
export async function setSegment(
  tx: Tx,
  { prefix, seen, carrier, isVirtual }: SegmentRow & { seen: SegmentFacts | null },
): Promise<{ before: string; after: string }> {
  await sql`lock table number_segment in share row exclusive mode`.execute(tx)
  const known = (await readAll(tx)).find(row => row.prefix === prefix) ?? null
  if (factsText(known) !== factsText(seen)) refuse('changed_meanwhile')
  await write(tx, [{ prefix, carrier, isVirtual }])
  return { before: factsText(known), after: factsText({ carrier, isVirtual }) }
}

const write = (tx: Tx, rows: readonly SegmentRow[]) =>
  tx
    .insertInto('numberSegment')
    .values(rows.map(({ prefix, carrier, isVirtual }) => ({ prefix, carrier, isVirtual })))
    .onConflict(conflict =>
      conflict.column('prefix').doUpdateSet({ carrier: eb => eb.ref('excluded.carrier'), isVirtual: eb => eb.ref('excluded.isVirtual') }),
    )
    .execute()

/**
 * Deletes a segment: its numbers are refused from then on, or fall to the shorter segment that contains them. Returns
 * its old text. Refuses `not_found`.
 */
export async function removeSegment(tx: Tx, prefix: string): Promise<string> {
  const known = (await readAll(tx)).find(row => row.prefix === prefix)
  if (!known) refuse('not_found')
  await tx.deleteFrom('numberSegment').where('prefix', '=', prefix).execute()
  return factsText(known)
}

/** Creates or updates many segments; unchanged ones aren't counted. */
export async function applySegments(tx: Tx, rows: readonly SegmentRow[]): Promise<{ addedCount: number; changedCount: number }> {
  await sql`lock table number_segment in share row exclusive mode`.execute(tx)
  const known = new Map((await readAll(tx)).map(row => [row.prefix, row]))
  const next = new Map(rows.map(row => [row.prefix, row]))
  const different = [...next.values()].filter(row => factsText(known.get(row.prefix) ?? null) !== factsText(row))
  if (different.length > 0) await write(tx, different)
  const addedCount = different.filter(row => !known.has(row.prefix)).length
  return { addedCount, changedCount: different.length - addedCount }
}

const carrierWords: Record<MainlandCarrier, readonly string[]> = {
  mobile: ['中国移动', '移动', 'mobile', 'cmcc'],
  unicom: ['中国联通', '联通', 'unicom', 'cucc'],
  telecom: ['中国电信', '电信', 'telecom', 'ctcc'],
  broadnet: ['中国广电', '广电', 'broadnet', 'cbn'],
}
const carrierOf = (text: string) => mainlandCarriers.find(one => carrierWords[one].includes(text.trim().toLowerCase()))
const wrongCarrier = '运营商须为移动、联通、电信或广电'

const segmentColumns = {
  prefix: { names: ['号段', '号码段', 'prefix'], isNeeded: true },
  carrier: { names: ['运营商', 'carrier'], isNeeded: true },
  isVirtual: { names: ['虚拟运营商', '虚拟', '是否虚拟', 'virtual'] },
}

/** Parses a file of segments row by row, without changing anything. Refuses a file that is no such table. */
export async function readSegmentFile(executor: Executor, bytes: Buffer) {
  const rows = await smallTable(bytes, segmentColumns, limits.segmentFileRows)
  const known = new Map((await readAll(executor)).map(row => [row.prefix, row]))
  const seen = new Set<string>()
  return rows.map(({ line, cells }) => {
    const prefix = cells.prefix.trim()
    const carrier = carrierOf(cells.carrier)
    const isVirtual = ['是', '1', 'y', 'yes', 'true'].includes(cells.isVirtual.trim().toLowerCase())
    const problem = !/^1[3-9]\d{1,5}$/.test(prefix)
      ? '号段为3-7位数字，以13-19开头'
      : !carrier
        ? wrongCarrier
        : seen.has(prefix)
          ? '与前面的行重复'
          : null
    seen.add(prefix)
    const facts = known.get(prefix)
    return {
      line,
      given: [cells.prefix, cells.carrier, cells.isVirtual].filter(cell => cell !== '').join(' '),
      row: problem === null && carrier ? { prefix, carrier, isVirtual } : null,
      before: facts ? { carrier: facts.carrier, isVirtual: facts.isVirtual } : null,
      problem,
    }
  })
}

const portedColumns = {
  phone: { names: ['手机号', '号码', '手机号码', 'phone'], isNeeded: true },
  carrier: { names: ['现运营商', '运营商', '转入运营商', 'carrier'], isNeeded: true },
}

/** Parses a file of ported numbers, without changing anything. Refuses a file that is no such table. */
export async function readPortedFile(bytes: Buffer) {
  const rows = await smallTable(bytes, portedColumns, limits.portedFileRows)
  return rows.map(({ line, cells }) => {
    const parsed = parsePhone(cells.phone)
    const carrier = carrierOf(cells.carrier)
    const problem = 'problem' in parsed ? '手机号格式不正确' : carrier ? null : wrongCarrier
    const row = 'phone' in parsed && carrier ? { phone: parsed.phone, carrier } : null
    return { line, given: `${cells.phone} ${cells.carrier}`.trim(), row, problem }
  })
}

/** Ported numbers (number portability): one, or the hundred newest, with the carrier of their segment. */
export async function listPorted(executor: Executor, phone: string | undefined) {
  const { rows } = await sql<{ phone: string; carrier: MainlandCarrier; segmentCarrier: MainlandCarrier | null; changedAt: Date }>`
    select phone, carrier, changed_at,
      (select segment.carrier from number_segment as segment where ported.phone like segment.prefix || '%' order by length(prefix) desc limit 1)
        as "segmentCarrier"
    from ported_number as ported ${phone === undefined ? sql`` : sql`where phone = ${phone}`} order by changed_at desc, phone limit 100`.execute(
    executor,
  )
  return rows
}

/** Records ported numbers; the last row of a number counts. Returns how many are new or changed. */
export async function applyPorted(tx: Tx, rows: readonly { phone: string; carrier: MainlandCarrier }[], now: Date): Promise<number> {
  const distinct = [...new Map(rows.map(row => [row.phone, row])).values()].sort((a, b) => (a.phone < b.phone ? -1 : 1))
  const { rows: changed } = await sql`
    insert into ported_number (phone, carrier, changed_at)
    select phone, carrier, ${now} from unnest(${distinct.map(row => row.phone)}::text[], ${distinct.map(row => row.carrier)}::text[])
      as ported (phone, carrier)
    on conflict (phone) do update set carrier = excluded.carrier, changed_at = excluded.changed_at
    where ported_number.carrier <> excluded.carrier returning 1`.execute(tx)
  return changed.length
}

/** Deletes a ported number: its segment determines the carrier again. Refuses `not_found`. */
export async function removePorted(tx: Tx, phone: string): Promise<void> {
  const gone = await tx.deleteFrom('portedNumber').where('phone', '=', phone).returning('phone').execute()
  if (gone.length === 0) refuse('not_found')
}
