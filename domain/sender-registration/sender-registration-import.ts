import { sql } from 'kysely'
import { type SenderRegistrationState, senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import type { Executor } from '#db/connect.ts'
import { type NamedRow, smallTable } from '#domain/table-files/index.ts'
import { type AccountId, decodeId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { carrierNames, carrierShortNames, type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import { type SenderRegistrationChange, senderRegistrationStates } from './sender-registration.ts'

const columns = {
  signature: { names: ['签名', '短信签名', '签名内容', 'signature'], isNeeded: true },
  account: { names: ['账户编号', '账户', '账户名称', '企业名称', '客户', '客户名称', 'account'] },
  carrier: { names: ['运营商', 'carrier'], isNeeded: true },
  result: { names: ['结果', '报备结果', '状态', '报备状态', 'result'], isNeeded: true },
  reason: { names: ['原因', '失败原因', '备注', '说明', 'reason'] },
}
type Given = Record<keyof typeof columns, string>

const carrierWords: Record<MainlandCarrier, readonly string[]> = {
  mobile: ['cmcc', 'mobile'],
  unicom: ['cucc', 'unicom'],
  telecom: ['ctcc', 'telecom'],
  broadnet: ['cbn', 'broadnet'],
}
const resultWords: Record<SenderRegistrationState, readonly string[]> = {
  filed: ['成功', '通过', '已报备', '已通过', '报备通过', '完成', 'success', 'ok'],
  failed: ['失败', '未通过', '不通过', '驳回', '拒绝', 'fail', 'failed', 'rejected'],
  pending: ['处理中', '审核中', 'pending'],
  none: [],
}
const carrierOf = (text: string) =>
  mainlandCarriers.find(one => [carrierNames[one], carrierShortNames[one], ...carrierWords[one]].includes(text.toLowerCase()))
const resultOf = (text: string) =>
  keysOf(senderRegistrationStateNames).find(one => [senderRegistrationStateNames[one], ...resultWords[one]].includes(text.toLowerCase()))

export interface ReadSenderRegistration {
  line: number
  given: Given
  accountName: string | null
  change: (SenderRegistrationChange & { accountId: AccountId; before: SenderRegistrationState }) | null
  /** Why the row changes nothing. */
  problem: string | null
  /** The state is the same already. */
  isSame: boolean
}

interface Candidate {
  accountId: AccountId
  accountName: string
  attestedName: string | null
  signatureId: string
  text: string
}

/**
 * Parses a file of the carriers' answers, row by row, without changing anything. Refuses a file that is no such table.
 */
export async function readSenderRegistrationFile(executor: Executor, bytes: Buffer): Promise<ReadSenderRegistration[]> {
  const rows = await smallTable(bytes, columns, limits.senderRegistrationFileRows)
  const found = await candidates(executor, rows)
  const states = await statesOf(executor, found)
  const seen = new Map<string, number>()
  return rows.map(row => {
    const read = understand(row, found)
    if (!read.change) return read
    const { signatureId, carrier, state, reason } = read.change
    const key = `${signatureId} ${carrier}`
    const earlier = seen.get(key)
    if (earlier !== undefined) return { ...read, change: null, problem: `与第${earlier}行是同一个签名和运营商` }
    seen.set(key, row.line)
    const before = getOrThrow(states, signatureId)[carrier]
    if (before === state && reason === '')
      return { ...read, change: null, isSame: true, problem: `已经是“${senderRegistrationStateNames[state]}”，没有变化` }
    return { ...read, change: { ...read.change, before } }
  })
}

const cleaned = (text: string) => text.replace(/^【|】$/g, '').trim()

function understand({ line, cells }: NamedRow<keyof Given>, found: readonly Candidate[]): ReadSenderRegistration {
  const wanted = cleaned(cells.signature).toLowerCase()
  const same = found.filter(one => one.text.toLowerCase() === wanted)
  const own = cells.account === '' ? same : same.filter(one => isAccount(one, cells.account))
  const [one] = own
  const carrier = carrierOf(cells.carrier)
  const state = resultOf(cells.result)
  const read = { line, given: cells, isSame: false, accountName: one && own.length === 1 ? one.accountName : null }
  const refused = (problem: string): ReadSenderRegistration => ({ ...read, change: null, problem })
  if (wanted === '') return refused('没有签名')
  if (same.length === 0) return refused('没有使用中的这个签名')
  if (!one) return refused('这个账户没有使用中的这个签名')
  if (own.length > 1) return refused(`有${own.length}个账户在用这个签名，请写明账户编号`)
  if (!carrier) return refused(cells.carrier === '' ? '没有运营商' : '运营商须为移动、联通、电信或广电')
  if (!state) return refused(cells.result === '' ? '没有结果' : '结果须为成功、失败、报备中或未报备')
  if (state === 'failed' && cells.reason === '') return refused('失败须写明原因')
  if (cells.reason.length > limits.remarkCharacters) return refused(`原因不能超过${limits.remarkCharacters}个字`)
  const { accountId, signatureId } = one
  return { ...read, change: { accountId, signatureId, carrier, state, reason: cells.reason, before: 'none' }, problem: null }
}

const isAccount = (one: Candidate, given: string) =>
  one.accountId === decodeId('account', given) || one.accountName === given || one.attestedName === given

async function candidates(executor: Executor, rows: readonly NamedRow<keyof Given>[]): Promise<Candidate[]> {
  const texts = [...new Set(rows.map(row => cleaned(row.cells.signature).toLowerCase()))]
  const { rows: found } = await sql<Candidate>`
    -- across accounts: whose signatures a file of the carriers' answers speaks of
    select signature.account_id, account.name as "accountName", account.attested_name, signature.signature_id, signature.text
    from signature join account on account.account_id = signature.account_id
    where lower(signature.text) = any(${texts}::text[]) and signature.state = 'approved' and account.kind = 'customer'`.execute(executor)
  return found
}

async function statesOf(executor: Executor, found: readonly Candidate[]) {
  const byAccount = Map.groupBy(found, one => one.accountId)
  const all = new Map<string, Record<MainlandCarrier, SenderRegistrationState>>()
  for (const [account, signatures] of byAccount) {
    const states = await senderRegistrationStates(
      executor,
      account,
      signatures.map(one => one.signatureId),
    )
    for (const [signatureId, one] of states) all.set(signatureId, one)
  }
  return all
}
