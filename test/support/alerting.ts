import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AlertSetting } from '#contract/alert/alert-rule.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { evaluateAccount } from '#domain/alert/evaluate.ts'
import { addRule } from '#domain/alert/rule.ts'
import { createApp } from '#domain/apps/app.ts'
import { nothingId } from '#domain/delivery/statistics/measure.ts'
import { rollUpNext } from '#domain/message-records/statistics/roll-up.ts'
import { type AccountId, newId } from '#values/id.ts'
import { createAccount } from './account.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Ten in the morning in China. */
const start = Date.UTC(2026, 10, 21, 2)
export const minuteAt = (minutes: number) => new Date(start + minutes * 60_000)
export const dayMinutes = 1_440

interface World {
  database: TestDatabase
  account: AccountId
  memberId: string
  appId: string
}

interface Counted {
  kind?: 'otp' | 'transactional' | 'marketing'
  accepted?: number
  delivered?: number
  /** How many of the delivered ones took one to two minutes. */
  slow?: number
  failed?: number
  reason?: string
  ofApp?: boolean
}

/**
 * A database for a test file, and for each test an account with an app, whose alerts are evaluated minute by minute.
 */
export function setUpAlerting() {
  const world = {} as World
  const act = <T>(work: (tx: Tx) => Promise<T>) => asAccount(world.database.db, world.account, work)

  beforeAll(async () => {
    world.database = await createTestDatabase()
  })
  afterAll(() => world.database.close())
  beforeEach(async () => {
    const { account, memberId } = await createAccount(world.database.db)
    Object.assign(world, { account, memberId })
    const app = { name: '商城', kind: 'production', note: '', memberId, now: minuteAt(-60) } as const
    world.appId = await act(async tx => (await createApp(tx, account, app)).appId)
  })

  const rule = (setting: AlertSetting, { appId = null, repeatMinutes = 0 }: { appId?: string | null; repeatMinutes?: number } = {}) => {
    const toNobody = { notificationMethods: [], contactIds: [], robotIds: [] }
    const made = { memberId: world.memberId, now: minuteAt(-30) }
    return act(tx => addRule(tx, world.account, { setting, appId, ...toNobody, repeatMinutes, isOn: true }, made))
  }
  const evaluateAt = (minutes: number) =>
    asAccount(world.database.platformDb, world.account, tx => evaluateAccount(tx, world.account, minuteAt(minutes)))

  /** Counts messages of a minute as accepting and settling do, and rolls them up. */
  async function count(minutes: number, { kind = 'transactional', ofApp = true, reason = '', ...counted }: Counted) {
    const { accepted = 0, delivered = 0, slow = 0, failed = 0 } = counted
    const at = minuteAt(minutes).getTime()
    const key = { accountId: world.account, batchId: newId(at), hour: Math.floor(at / 3_600_000), kind }
    const place = {
      appId: ofApp ? world.appId : nothingId,
      signatureId: nothingId,
      templateId: nothingId,
      carrier: 'mobile',
      province: '',
    }
    const counts = {
      acceptedCount: accepted,
      segmentCount: accepted,
      deliveredCount: delivered,
      delay_11_count: slow,
      failedCount: failed,
    }
    await act(tx =>
      tx
        .insertInto('statisticsDelta')
        .values({ ...key, ...place, ...counts, line: 1, reason })
        .execute(),
    )
    await rollUpNext(world.database.platformDb)
  }

  return { world, act, rule, evaluateAt, count, ...readingOf(world, act) }
}

/** The alerts found, and the notifications to members. */
function readingOf(world: World, act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) {
  const alerts = async () => {
    const rows = await act(tx =>
      tx
        .selectFrom('alert')
        .select(['alertId', 'title', 'state', 'valueText', 'lastValueText', 'action', 'severity', 'subject', 'recoveryReason'])
        .where('accountId', '=', world.account)
        .orderBy('alertId')
        .execute(),
    )
    return rows.map(({ title, state, valueText, ...rest }) => ({ line: `${state} ${title} ${valueText}`, ...rest }))
  }
  const lines = async () => (await alerts()).map(one => one.line)
  const messages = async () => {
    const rows = await act(tx =>
      tx.selectFrom('notification').select('title').where('accountId', '=', world.account).orderBy('messageId').execute(),
    )
    return rows.map(row => row.title)
  }
  return { alerts, lines, messages }
}
