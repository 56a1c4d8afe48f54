import { createServer, type Server } from 'node:http'
import { afterAll, assert, beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { saveContact } from '#domain/alert/contact.ts'
import { evaluateAccount } from '#domain/alert/evaluate.ts'
import { listAlerts, readAlert } from '#domain/alert/list.ts'
import { setQuietHours } from '#domain/alert/quiet-hours.ts'
import { addRobot } from '#domain/alert/robot.ts'
import { addRule } from '#domain/alert/rule.ts'
import { sendTestAlert } from '#domain/alert/test-alert.ts'
import { createApp } from '#domain/apps/app.ts'
import { issueCode } from '#domain/identity/one-time-code.ts'
import { platformAccount } from '#domain/messages/platform-account.ts'
import { WebhookClient } from '#domain/push/client.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { notifyAlert } from './notify-alert.ts'
import { notifyMembers } from './notify-members.ts'

const secret = 'a secret of at least thirty-two characters'
/** Nine in the evening in China. */
const start = Date.UTC(2026, 10, 21, 13)
const minuteAt = (minutes: number) => new Date(start + minutes * 60_000)

const database = prepareTestDatabase()
let server: Server
let client: WebhookClient
let account: AccountId
let memberId: string
let appId: string
let answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
let asked: { url: string; body: string }[] = []

beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now: minuteAt(-1_000) })
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  client = new WebhookClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isOnline: () => Promise.resolve(true),
    mayReach: () => true,
    connectTimeoutMs: 5_000,
    wholeTimeoutMs: 10_000,
  })
})
afterAll(async () => {
  client.close()
  await new Promise(done => server.close(done))
})
beforeEach(async () => {
  asked = []
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
  ;({ account, memberId } = await createAccount(database.db))
  appId = await act(async tx => (await createApp(tx, account, { name: '商城', kind: 'production', memberId, now: minuteAt(-60) })).appId)
})

const act = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const evaluateAt = (minutes: number) => asAccount(database.platformDb, account, tx => evaluateAccount(tx, account, minuteAt(minutes)))
const work = (minutes: number) =>
  runJobs(
    database,
    {
      notify_alert: notifyAlert({ secret, consoleUrl: 'https://console.example', client }),
      notify_members: notifyMembers('https://console.example'),
      send_mail: () => Promise.resolve(),
    },
    minuteAt(minutes),
  )

const robotUrl = () => `http://robot.example:${portOrThrow(server)}/robot/send?key=k1`

/** A contact with a phone and a mailbox, verified by codes. */
async function addContact(): Promise<string> {
  const [phone, email] = [`139${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`, 'wang@example.com']
  const now = minuteAt(-20)
  const code = (target: string) =>
    act(tx => issueCode(tx, secret, { phone: target, purpose: 'alert-contact', address: `10.0.${made++}.1`, now }))
  await database.platformDb.deleteFrom('rateLimit').where('key', 'like', `code-phone:${email}%`).execute()
  const input = { alertContactId: null, name: '王值班', phone, phoneCode: await code(phone), email, emailCode: await code(email), now }
  const { alertContactId } = await act(tx => saveContact(tx, secret, account, input))
  assert.exists(alertContactId)
  return alertContactId
}
let made = 0

async function addVolumeRule(more: { notificationMethods: string[]; contactIds?: string[]; robotIds?: string[] }) {
  const setting = { kind: 'volume' as const, parameters: { window: 'ten_minutes' as const, segmentCount: 100 } }
  const rule = { setting, appId, contactIds: [], robotIds: [], repeatMinutes: 0, isOn: true, ...more }
  return act(tx => addRule(tx, account, rule, { memberId, now: minuteAt(-30) }))
}

const count = (minutes: number, segmentCount: number) =>
  act(tx =>
    tx
      .insertInto('statisticsMinute')
      .values({
        accountId: account,
        minute: Math.floor(minuteAt(minutes).getTime() / 60_000),
        kind: 'transactional',
        appId,
        reason: '',
        acceptedCount: segmentCount,
        segmentCount,
        deliveredCount: 0,
        failedCount: 0,
      })
      .execute(),
  )

async function deliveries(): Promise<string[]> {
  const { rows } = await act(tx => listAlerts(tx, account, {}, { pageSize: 10 }))
  const read = await Promise.all(rows.map(row => act(tx => readAlert(tx, account, row.alertId, minuteAt(0)))))
  return read.flatMap(one =>
    one.deliveries.map(({ notificationMethod, occasion, state, detail }) =>
      [notificationMethod, occasion, state, detail].filter(Boolean).join(' '),
    ),
  )
}

/** Texts from the platform to the contact or the owner, on any number. */
const texts = async () => {
  const phones = await act(tx => tx.selectFrom('alertContact').select('phone').where('accountId', '=', account).execute())
  const owner = await act(tx => tx.selectFrom('member').select('phone').where('accountId', '=', account).execute())
  const rows = await asAccount(database.platformDb, platformAccount.accountId, tx =>
    tx
      .selectFrom('message')
      .select('content')
      .where('accountId', '=', platformAccount.accountId)
      .where(
        'phone',
        'in',
        [...phones, ...owner].map(row => row.phone ?? ''),
      )
      .execute(),
  )
  return rows.map(row => row.content)
}
const mails = () =>
  act(tx => tx.selectFrom('mail').select(['subject', 'body', 'toAddress']).where('accountId', '=', account).execute()).then(rows =>
    rows.filter(row => row.subject.includes('预警】')),
  )

test('an alert is sent to a contact by SMS and mail, to a webhook and to a robot, once each, with its value and link', async () => {
  const contactId = await addContact()
  const robotId = await act(tx =>
    addRobot(tx, secret, account, { name: '值班群', kind: 'dingtalk', url: robotUrl(), secret: 'SEC1', now: minuteAt(-20) }),
  )
  const webhook = {
    accountId: account,
    webhookId: newId(),
    appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['alert'],
  }
  const times = { createdAt: minuteAt(-9), updatedAt: minuteAt(-9) }
  await act(tx =>
    tx
      .insertInto('appWebhook')
      .values({ ...webhook, ...times, encryptedSecret: Buffer.from('x') })
      .execute(),
  )
  await addVolumeRule({ notificationMethods: ['sms', 'email', 'webhook', 'robot'], contactIds: [contactId], robotIds: [robotId] })
  await count(0, 150)
  await evaluateAt(1)
  await work(1)
  await work(2)
  expect((await deliveries()).sort()).toEqual([
    'console fired sent',
    'email fired queued',
    'robot fired sent',
    'sms fired sent',
    'webhook fired sent 已交给接收预警事件的回调地址',
  ])
  expect(await texts()).toEqual([
    expect.stringMatching(
      /^【鸿雁】预警：应用“商城”近10分钟已发送150条。查看和处理：https:\/\/console\.example\/sms\/app-warning\?id=alt_\w{26}$/,
    ),
  ])
  const [mail, ...more] = await mails()
  assert.exists(mail)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ toAddress: 'wang@example.com', subject: '【鸿雁预警】应用“商城”近10分钟已发送150条' })
  expect(mail.body).toMatch(
    /达到预警值100条。请核对是否为正常业务。[\s\S]+触发时：150条\n触发条件：达到100条[\s\S]+https:\/\/console\.example\/sms\/app-warning\?id=alt_/,
  )
  expect(asked).toHaveLength(1)
  expect(firstOrThrow(asked).url).toMatch(/^\/robot\/send\?key=k1&timestamp=\d{13}&sign=[\w%]+/)
  expect(JSON.parse(firstOrThrow(asked).body)).toMatchObject({ msgtype: 'markdown', markdown: { title: '应用“商城”近10分钟已发送150条' } })
  const events = await act(tx => tx.selectFrom('pushEvent').select(['kind', 'data']).where('accountId', '=', account).execute())
  expect(events).toMatchObject([{ kind: 'alert', data: { rule: 'volume', state: 'firing', value: '150条', threshold: '达到100条' } }])
  // The members' own notification settings would notify many of them twice.
  expect(await act(tx => tx.selectFrom('notification').select('passedOnAt').where('accountId', '=', account).execute())).toEqual([
    { passedOnAt: minuteAt(1) },
  ])
})

test('a rule without receivers notifies the members by their own settings', async () => {
  await addVolumeRule({ notificationMethods: [] })
  await count(100, 150)
  await evaluateAt(101)
  await work(101)
  expect(await deliveries()).toEqual(['console fired sent 成员按各自的提醒设置收短信和邮件'])
  expect(await texts()).toEqual(['【鸿雁】您的鸿雁账户有新的提醒：应用“商城”近10分钟已发送150条。请登录控制台查看。'])
})

test('a robot’s final refusal is recorded, and an unavailable robot is retried for half an hour', async () => {
  const robotId = await act(tx =>
    addRobot(tx, secret, account, { name: '值班群', kind: 'wecom', url: robotUrl(), secret: null, now: minuteAt(-20) }),
  )
  const ruleId = await addVolumeRule({ notificationMethods: ['robot'], robotIds: [robotId] })
  const failure = () =>
    act(
      async tx =>
        (await tx.selectFrom('alertRobot').select('lastFailure').where('accountId', '=', account).executeTakeFirstOrThrow()).lastFailure,
    )
  const test = (minutes: number) => act(tx => sendTestAlert(tx, account, { ruleId, memberId, now: minuteAt(minutes) }))
  answer = { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' }
  await test(1)
  await work(1)
  expect(await deliveries()).toContain('robot test failed 93000：invalid webhook url')
  expect(await failure()).toBe('93000：invalid webhook url')
  answer = { status: 502, body: '' }
  await test(2)
  await expect(work(2)).rejects.toThrow('HTTP 502')
  expect(await deliveries()).toContain('robot test queued HTTP 502')
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
  await test(3)
  await work(3)
  expect(await failure()).toBeNull()
  expect((await deliveries()).filter(line => line === 'robot test sent')).toHaveLength(1)
})

test('alerts in quiet hours wait: a lasting one is sent at the end, one that is over never, an urgent one at once', async () => {
  const contactId = await addContact()
  await act(tx => setQuietHours(tx, account, { fromMinute: 22 * 60, untilMinute: 8 * 60 }))
  await addVolumeRule({ notificationMethods: ['sms'], contactIds: [contactId] })
  await count(61, 150)
  await evaluateAt(62)
  expect(await deliveries()).toEqual(['console fired sent'])
  for (const minute of [75, 80]) await evaluateAt(minute)
  expect(await deliveries()).toEqual(['console fired sent'])
  await count(658, 150)
  await evaluateAt(659)
  expect(await deliveries()).toEqual(['console fired sent', 'console fired sent'])
  await evaluateAt(660)
  await evaluateAt(661)
  expect(await deliveries()).toEqual(['console fired sent', 'sms fired queued', 'console fired sent'])
  const setting = { kind: 'code_abuse' as const, parameters: { leastCount: 10, percent: 80, growthPercent: 50, otpPauseMinutes: 30 } }
  const rule = { setting, appId: null, notificationMethods: ['sms'], contactIds: [contactId], robotIds: [], repeatMinutes: 0, isOn: true }
  await act(tx => addRule(tx, account, rule, { memberId, now: minuteAt(662) }))
  const flow = { accountId: account, minute: Math.floor(minuteAt(1_500).getTime() / 60_000), kind: 'otp', appId, reason: 'UNDELIV' }
  await act(tx =>
    tx
      .insertInto('statisticsMinute')
      .values({ ...flow, acceptedCount: 50, segmentCount: 50, deliveredCount: 0, failedCount: 50 })
      .execute(),
  )
  await evaluateAt(1_501)
  expect((await deliveries()).filter(line => line === 'sms fired queued')).toHaveLength(2)
})

test('a contact is saved only with its codes, a wrong one counts as an attempt, and ten contacts are the limit', async () => {
  const base = { alertContactId: null, name: '李四', phone: '13700137000', email: null, emailCode: null, now: minuteAt(0) }
  const save = (phoneCode: string | null) => act(tx => saveContact(tx, secret, account, { ...base, phoneCode }))
  expect(await save(null)).toEqual({ alertContactId: null, unproven: 'phone' })
  const code = await act(tx =>
    issueCode(tx, secret, { phone: base.phone, purpose: 'alert-contact', address: '10.9.9.9', now: minuteAt(0) }),
  )
  for (let turn = 0; turn < 5; turn += 1) expect((await save(code === '000000' ? '000001' : '000000')).unproven).toBe('phone')
  expect((await save(code)).unproven).toBe('phone')
  const rows = Array.from({ length: 10 }, () => ({
    accountId: account,
    contactId: newId(),
    name: '张',
    phone: '1',
    createdAt: minuteAt(0),
  }))
  await act(tx => tx.insertInto('alertContact').values(rows).execute())
  const again = await act(tx =>
    issueCode(tx, secret, { phone: base.phone, purpose: 'alert-contact', address: '10.9.9.9', now: minuteAt(2) }),
  )
  await expect(save(again)).rejects.toMatchObject({ code: 'alert_contacts_full' })
})
