import { sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import { getOrThrow } from '#values/or-throw.ts'

/** Explanation of a report code for customers: meaning, cause and advice. */
export interface CodeExplanation {
  code: string
  meaning: string
  cause: string
  advice: string
}
type Words = Omit<CodeExplanation, 'code'>

const words = (meaning: string, cause: string, advice: string): Words => ({ meaning, cause, advice })

/** Reasons of the platform, besides the carriers' codes. */
const ownReasons: Record<string, Words> = {
  blacklisted: words('号码在黑名单中', '黑名单或退订', '该号码拒收此类短信。确需发送时，先征得机主同意，再到黑名单中移除。'),
  over_frequency: words('超过发送频率限制', '发送过于频繁', '同一号码短时间内收到的短信过多，请稍后再发。'),
  canceled: words('群发已取消', '已取消', '取消时尚未提交给运营商，费用已退回。'),
  account_frozen: words('账户已冻结', '账户状态', '账户恢复后，已暂停的群发可以继续；其他短信已取消并退回费用，请重新提交。'),
  account_not_attested: words('实名认证已失效', '账户状态', '重新认证后，已暂停的群发可以继续；其他短信已取消并退回费用，请重新提交。'),
  attestation_lapsed: words('实名认证的证照已过期', '账户状态', '更新证照并通过审核后，已暂停的推广群发可以继续。'),
  company_required: words('推广短信需要企业认证', '账户状态', '升级为企业认证后，已暂停的推广群发可以继续。'),
  signature_not_approved: words('签名已停用', '签名状态', '签名恢复使用后可以继续群发。'),
  template_not_approved: words('模板已停用', '模板状态', '模板恢复使用后可以继续群发。'),
  quiet_hours: words('推广短信不在可发送的时段', '发送时段', '到时段开始时自动继续发送。'),
  spread_hours: words('不在这次群发选择的时段', '发送时段', '到时段开始时自动继续发送。'),
  paused: words('群发已暂停', '已暂停', '继续群发后会接着发送。'),
  VALIDITY: words('超过有效期仍未能提交', '超时', '通道繁忙或中断。验证码请重新获取，其他短信可以重新发送。'),
  NO_REPORT: words('72小时内没有收到回执', '超时', '运营商没有给出结果，费用已退回。可向收件人确认是否收到。'),
  IN_DOUBT: words(
    '提交时连接中断，等待运营商回执',
    '路由',
    '为免重复打扰，通知最多再提交一次，推广短信不会再次提交；72小时内没有回执会退回费用。',
  ),
}
const unknown = words('运营商返回的代码，含义尚未收录', '其他', '可凭代码向客服查询，我们会补充说明。')

/**
 * Explains codes: the platform's reasons, then the table `report_code` ignoring case, where an entry that ends in `*`
 * matches every code with that prefix; the longest wins. An unknown code keeps its raw form and says so.
 */
export async function explainCodes(executor: Executor, codes: readonly (string | null)[]): Promise<Map<string, CodeExplanation>> {
  const asked = [...new Set(codes.filter(code => code !== null))].filter(code => code !== '')
  if (asked.length === 0) return new Map()
  // About a hundred rows: reading all of them takes one quick statement.
  const rows = await executor.selectFrom('reportCode').select(['code', 'meaning', 'cause', 'advice']).execute()
  const known = new Map(rows.map(row => [row.code.toUpperCase(), row]))
  return new Map(
    asked.map(code => {
      const { meaning, cause, advice } = ownReasons[code] ?? lookUp(known, code.toUpperCase()) ?? unknown
      return [code, { code, meaning, cause, advice }]
    }),
  )
}

/** Causes by which a message never reached the phone's network: it was rejected, not undelivered. */
const rejectedCauses = new Set(['黑名单或退订', '发送过于频繁', '内容被拦截', '签名异常', '号码错误', '路由'])

/** Those of a carrier's codes that mean, by the table, that the message was rejected. */
export async function rejections(executor: Executor, codes: readonly string[]): Promise<Set<string>> {
  const explained = await explainCodes(executor, codes)
  return new Set(codes.filter(code => rejectedCauses.has(explained.get(code)?.cause ?? '')))
}

/**
 * Codes that contain a text, or whose meaning does, with their explanations; a text that is a code of a family (`*`)
 * stands for itself.
 */
export async function searchCodes(executor: Executor, text: string, most: number): Promise<CodeExplanation[]> {
  const wanted = text.toUpperCase()
  const rows = await executor.selectFrom('reportCode').select(['code', 'meaning', 'cause', 'advice']).orderBy('code').execute()
  const own = Object.entries(ownReasons).map(([code, explanation]) => ({ code, ...explanation }))
  const found = [...rows, ...own].filter(
    ({ code, meaning }) => !code.endsWith('*') && (code.toUpperCase().includes(wanted) || meaning.toUpperCase().includes(wanted)),
  )
  const whole = lookUp(new Map(rows.map(row => [row.code.toUpperCase(), row])), wanted)
  const isListed = found.some(({ code }) => code.toUpperCase() === wanted)
  return [...(whole && !isListed ? [{ ...whole, code: wanted }] : []), ...found].slice(0, most)
}

function lookUp(known: ReadonlyMap<string, Words>, code: string): Words | undefined {
  const exact = known.get(code)
  if (exact) return exact
  for (let length = code.length; length > 0; length -= 1) {
    const family = known.get(`${code.slice(0, length)}*`)
    if (family) return family
  }
  return undefined
}

/** Whether a code has an explanation. */
export const isExplained = (explanation: CodeExplanation): boolean => explanation.meaning !== unknown.meaning

/** One code's explanation; see `explainCodes`. */
export async function explainCode(executor: Executor, code: string): Promise<CodeExplanation> {
  return getOrThrow(await explainCodes(executor, [code]), code)
}

/** Bound on distinct codes that are counted: a carrier that invents codes can't fill the disk. */
const unknownCodes = 10_000

/** Counts codes in a channel's reports that the table doesn't explain. Only the channel's current owner calls it. */
export async function countUnknownCodes(tx: Tx, channelId: string, codes: readonly string[], at: Date): Promise<void> {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  if (counts.size === 0) return
  await sql`
    insert into unknown_code (code, channel_id, report_count, first_at, last_at)
    select seen.code, ${channelId}, seen.n, ${at}, ${at} from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as seen (code, n)
    where seen.code <> '' and (select count(*) from unknown_code) < ${unknownCodes}
      and not exists (select from report_code as known where upper(known.code) = upper(seen.code)
        or (known.code like '%*' and starts_with(upper(seen.code), upper(rtrim(known.code, '*')))))
    order by seen.code
    on conflict (code, channel_id) do update
    set report_count = unknown_code.report_count + excluded.report_count, last_at = greatest(unknown_code.last_at, excluded.last_at)`.execute(
    tx,
  )
}
