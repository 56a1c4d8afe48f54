import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { RobotKind } from '#contract/alert/alert-receiver.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { decrypt, type EncryptedTable, encrypt } from '#domain/platform/index.ts'
import type { Outcome, WebhookClient } from '#domain/push/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** The end of a robot's address, by which people recognize it; the complete address is a secret key. */
const tailCharacters = 6

/** Robots of group chats with the number of rules that name each. */
export async function listRobots(executor: Executor, account: AccountId) {
  const { rows } = await sql<{
    robotId: string
    name: string
    kind: RobotKind
    urlTail: string
    isSigned: boolean
    lastSentAt: Date | null
    lastFailure: string | null
    ruleCount: number
  }>`
    select robot_id, name, kind, url_tail, encrypted_secret is not null as "isSigned", last_sent_at,
      last_failure, (select count(*) from alert_rule where account_id = ${account} and robot_id = any(robot_ids)) as "ruleCount"
    from alert_robot where account_id = ${account} order by robot_id`.execute(executor)
  return rows
}

export interface RobotInput {
  name: string
  kind: RobotKind
  url: string
  /** Null: requests are not signed. */
  secret: string | null
  now: Date
}

/** Adds a robot; its address and secret are stored encrypted. Refuses `alert_robots_full`. */
export async function addRobot(
  tx: Tx,
  masterSecret: string,
  account: AccountId,
  { name, kind, url, secret, now }: RobotInput,
): Promise<string> {
  if ((await listRobots(tx, account)).length >= limits.alertRobots) refuse('alert_robots_full', { limit: limits.alertRobots })
  const robotId = newId()
  await tx
    .insertInto('alertRobot')
    .values({
      accountId: account,
      robotId,
      name,
      kind,
      encryptedUrl: encrypt(masterSecret, contextOf(robotId, 'url'), url),
      encryptedSecret: secret === null ? null : encrypt(masterSecret, contextOf(robotId, 'secret'), secret),
      urlTail: url.slice(-tailCharacters),
      createdAt: now,
    })
    .execute()
  return robotId
}

const contextOf = (robotId: string, part: 'url' | 'secret') => `alert-robot/${robotId}/${part}`
export const encryptedRobots: EncryptedTable = {
  table: 'alertRobot',
  keys: ['accountId', 'robotId'],
  columns: {
    encryptedUrl: (_, robotId = '') => contextOf(robotId, 'url'),
    encryptedSecret: (_, robotId = '') => contextOf(robotId, 'secret'),
  },
}

/** Deletes a robot and removes it from rules. Returns its name. Refuses `not_found`. */
export async function removeRobot(tx: Tx, account: AccountId, robotId: string): Promise<string> {
  await sql`update alert_rule set robot_ids = array_remove(robot_ids, ${robotId}::uuid)
    where account_id = ${account} and ${robotId}::uuid = any(robot_ids)`.execute(tx)
  const row = await tx
    .deleteFrom('alertRobot')
    .where('accountId', '=', account)
    .where('robotId', '=', robotId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? refuse('not_found')
}

export interface OpenRobot {
  kind: RobotKind
  url: string
  secret: string | null
}

/** A robot with decrypted address and secret, for sending; null: it was deleted. */
export async function openRobot(executor: Executor, masterSecret: string, account: AccountId, robotId: string): Promise<OpenRobot | null> {
  const row = await executor
    .selectFrom('alertRobot')
    .select(['kind', 'encryptedUrl', 'encryptedSecret'])
    .where('accountId', '=', account)
    .where('robotId', '=', robotId)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: row.kind,
    url: decrypt(masterSecret, contextOf(robotId, 'url'), row.encryptedUrl),
    secret: row.encryptedSecret ? decrypt(masterSecret, contextOf(robotId, 'secret'), row.encryptedSecret) : null,
  }
}

/** Records the result of the last message to a robot. `failure` null: success. */
export async function recordRobot(
  executor: Executor,
  account: AccountId,
  { robotId, failure, now }: { robotId: string; failure: string | null; now: Date },
): Promise<void> {
  await executor
    .updateTable('alertRobot')
    .set(failure === null ? { lastSentAt: now, lastFailure: null } : { lastFailure: failure })
    .where('accountId', '=', account)
    .where('robotId', '=', robotId)
    .execute()
}

export interface RobotMessage {
  title: string
  /** In the Markdown subset that all platforms support. */
  text: string
}

/**
 * The HTTP request for each platform: 企业微信 (developer.work.weixin.qq.com, 群机器人), 钉钉 (open.dingtalk.com, 自定义机器人:
 * timestamp and HMAC-SHA256 of `timestamp\nsecret` in the query), 飞书 (open.feishu.cn, 自定义机器人: HMAC-SHA256 of an empty
 * text with the key `timestamp\nsecret` in the body).
 */
function robotRequest({ kind, url, secret }: OpenRobot, { title, text }: RobotMessage, now: Date): { url: string; body: string } {
  if (kind === 'wecom') return { url, body: JSON.stringify({ msgtype: 'markdown', markdown: { content: text } }) }
  if (kind === 'dingtalk') {
    const body = JSON.stringify({ msgtype: 'markdown', markdown: { title, text } })
    if (secret === null) return { url, body }
    const timestamp = String(now.getTime())
    const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
    const signed = new URL(url)
    signed.searchParams.set('timestamp', timestamp)
    signed.searchParams.set('sign', sign)
    return { url: signed.href, body }
  }
  const card = {
    header: { title: { tag: 'plain_text', content: title } },
    elements: [{ tag: 'markdown', content: text }],
  }
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = secret === null ? {} : { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') }
  return { url, body: JSON.stringify({ ...signature, msg_type: 'interactive', card }) }
}

/**
 * Why a platform rejected a message, from its answer; null: accepted. All answer 200 and put the error into the body.
 */
function robotFailure(status: number, body: string): string | null {
  if (status !== 200) return `HTTP ${status}`
  let answer: { errcode?: number; errmsg?: string; code?: number; msg?: string }
  try {
    answer = JSON.parse(body)
  } catch {
    return '机器人返回的内容无法识别'
  }
  const code = answer.errcode ?? answer.code
  if (code === 0) return null
  return `${code ?? '?'}：${String(answer.errmsg ?? answer.msg ?? '未说明').slice(0, 200)}`
}

export interface RobotFailure {
  text: string
  /** A retry may succeed. */
  isWorthTrying: boolean
}

const outcomeTexts: Partial<Record<Outcome, string>> = {
  timeout: '超时没有回答',
  certificate: '证书无效',
  name: '域名无法解析',
  closed: '地址不是公网地址',
  offline: '暂时无法解析域名',
}

/** Sends a message to a robot. Returns why it was not accepted; null: it was. */
export async function callRobot(client: WebhookClient, robot: OpenRobot, message: RobotMessage, now: Date): Promise<RobotFailure | null> {
  const { url, body } = robotRequest(robot, message, now)
  let refusal: string | null = null
  const { outcome, httpStatus } = await client.post(url, { 'content-type': 'application/json; charset=utf-8' }, body, answer => {
    refusal = robotFailure(200, answer)
    return refusal === null
  })
  if (outcome === 'delivered') return null
  // An error in the platform's answer (a wrong key or signature) does not change by retrying.
  if (outcome === 'answer') return { text: refusal ?? '机器人没有接收', isWorthTrying: false }
  const text = outcomeTexts[outcome] ?? (httpStatus === null ? '连接失败' : `HTTP ${httpStatus}`)
  return { text, isWorthTrying: outcome !== 'closed' }
}
