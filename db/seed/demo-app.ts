import { sql } from 'kysely'
import { type Ingress, scopes } from '#contract/apps/app-labels.ts'
import type { Tx } from '#db/connect.ts'
import { createApp, createKey, disableKey, keptSecret, type RequestRecord, saveRequests, saveSettings } from '#domain/apps/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import type { DemoRandom } from './demo-random.ts'

interface DemoKey {
  accessKeyId: string
  accessKeySecret: string
}
interface AppFacts {
  key: DemoKey
  /** The platform's master secret. */
  secret: string
  memberId: string
  now: Date
}

/** A program of the shop with the demo's key and an earlier one, and another app for trials. Returns the first. */
export async function seedApps(tx: Tx, account: AccountId, { key, secret: master, memberId, now }: AppFacts): Promise<string> {
  const openedAt = chinaDayStart(now, -90)
  const made = { memberId, now: openedAt }
  const { appId } = await createApp(tx, account, { name: '商城订单系统', note: '下单、发货和登录验证码', kind: 'production', ...made })
  const newKey = { appId, scopes, master, ...made }
  const first = await createKey(tx, account, { ...newKey, note: '旧服务器' })
  const given = { accessKeyId: key.accessKeyId, secret: key.accessKeySecret }
  await createKey(tx, account, { ...newKey, note: '生产服务器', now: chinaDayStart(now, -40), given })
  await disableKey(tx, account, { appId, accessKeyId: first.accessKeyId, now: chinaDayStart(now, -39) })
  await saveSettings(tx, account, {
    appId,
    // Watch mode only: people who try the demo come from other addresses.
    settings: { allowlist: { mode: 'watch', lines: ['203.0.113.0/24', '2001:db8:51::/48'] }, dailySegments: 50_000 },
  })
  const later = { memberId, now: chinaDayStart(now, -60) }
  const trial = await createApp(tx, account, { name: '订单系统联调', note: '上线前联调用，不真的发送', kind: 'test', ...later })
  await createKey(tx, account, { ...newKey, ...later, appId: trial.appId, note: '测试环境' })
  return appId
}

/** The printed secret stays valid after the master secret was changed. */
export const renewedSecret = (master: string, { accessKeyId, accessKeySecret }: DemoKey) => keptSecret(master, accessKeyId, accessKeySecret)

interface Answered {
  ingress: Ingress
  action: string
  httpStatus: number
  code: string
  message: string
  detail?: RequestRecord['detail']
}
const rest = { ingress: 'rest', httpStatus: 200, code: 'ok', message: '' } as const
const send: Answered = { ...rest, action: 'POST /openapi/v1/messages' }
const find: Answered = { ...rest, action: 'GET /openapi/v1/messages/{messageId}' }
const alibaba: Answered = { ingress: 'alibaba', action: 'SendSms', httpStatus: 200, code: 'OK', message: 'OK' }

/** How requests of a healthy shop end, and what fails there at times. */
const answers: readonly (readonly [answer: Answered, weight: number])[] = [
  [send, 50],
  [find, 20],
  [alibaba, 20],
  [{ ...send, httpStatus: 422, code: 'parameter_missing', message: '缺少模板变量“code”' }, 3],
  [{ ...send, httpStatus: 422, code: 'template_unknown', message: '模板“SMS_200199”不存在或未通过审核' }, 3],
  [
    {
      ...send,
      httpStatus: 422,
      code: 'input_invalid',
      message: '提交的内容有误，请按提示修改',
      detail: { fields: { phones: '须为数组' } },
    },
    2,
  ],
  [{ ...alibaba, code: 'isv.BUSINESS_LIMIT_CONTROL', message: '触发分钟级流控Permits:1' }, 2],
]

/** Requests of its programs in the last hours, with refusals and their reasons. */
export async function seedRequests(
  tx: Tx,
  account: AccountId,
  { appId, accessKeyId, random, now }: { appId: string; accessKeyId: string; random: DemoRandom; now: Date },
): Promise<void> {
  const notes = Array.from({ length: 120 }, (_, place): RequestRecord => {
    const at = new Date(now.getTime() - (121 - place) * 47_000 - random.whole(0, 20_000))
    const address = random.pick(['203.0.113.21', '203.0.113.22', '198.51.100.7'])
    const { detail = null, ...answer } = random.weighted(answers)
    const isWatched = !address.startsWith('203.0.113.')
    return {
      ...{ ...answer, account, appId, accessKeyId, requestId: newId(at.getTime()), ip: address, elapsedMs: random.whole(2, 10), at },
      detail: isWatched ? { ...detail, isWatched } : detail,
    }
  })
  await saveRequests(tx, account, appId, notes)
  const last = lastOrThrow(notes)
  await tx
    .updateTable('accessKey')
    .set({ lastUsedAt: last.at, lastUsedIp: last.ip })
    .where('accountId', '=', account)
    .where('accessKeyId', '=', accessKeyId)
    .execute()
  // Paid by its packages.
  await sql`
    insert into app_usage (account_id, app_id, day, segment_count)
    select account_id, app_id, to_char(to_timestamp(message_hour(message_id) * 3600::bigint) at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD'), sum(segment_count)
    from message where account_id = ${account} and app_id = ${appId} group by 1, 2, 3`.execute(tx)
}
