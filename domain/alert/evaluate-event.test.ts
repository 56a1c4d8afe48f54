import { expect, test } from 'vitest'
import { minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { newId } from '#values/id.ts'

const { world, act, rule, evaluateAt, lines, messages } = setUpAlerting()

test('rejected signature: fires and clears when corrected; an approved one notifies once and is over', async () => {
  const { account } = world
  await rule({ kind: 'review_result', parameters: { outcomes: 'all' } })
  const signatureId = newId()
  const row = { accountId: account, signatureId, text: '星光商城', kind: 'company', purpose: 'own', extension: '000777' }
  const decide = (state: string, minutes: number, reason: string | null) =>
    act(tx =>
      tx
        .updateTable('signature')
        .set({ state, reason, reviewedAt: minuteAt(minutes) })
        .where('accountId', '=', account)
        .execute(),
    )
  await act(tx =>
    tx
      .insertInto('signature')
      .values({ ...row, state: 'reviewing' })
      .execute(),
  )
  await evaluateAt(1)
  expect(await lines()).toEqual([])
  await decide('rejected', 2, '与主体不符')
  await evaluateAt(3)
  await evaluateAt(4)
  expect(await lines()).toEqual(['open 签名“星光商城”未通过审核 未通过'])
  await decide('reviewing', 2, null)
  await evaluateAt(5)
  expect((await lines())[0]).toMatch(/^recovered/)
  await decide('approved', 6, null)
  for (const minute of [7, 8, 9]) await evaluateAt(minute)
  expect((await lines()).slice(1)).toEqual(['recovered 签名“星光商城”已通过审核 已通过'])
  // The review itself has notified the members.
  expect(await messages()).toEqual([])
})

test('failing webhook: fires after the configured time and clears with the next success', async () => {
  const { account, appId } = world
  await rule({ kind: 'webhook_failing', parameters: { minutes: 10 } })
  const webhook = {
    accountId: account,
    webhookId: newId(),
    appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['report'],
  }
  const times = { createdAt: minuteAt(0), updatedAt: minuteAt(0) }
  await act(tx =>
    tx
      .insertInto('appWebhook')
      .values({ ...webhook, ...times, encryptedSecret: Buffer.from('x'), failingSince: minuteAt(0), failureCount: 12 })
      .execute(),
  )
  await evaluateAt(9)
  expect(await lines()).toEqual([])
  await evaluateAt(10)
  expect(await lines()).toEqual(['open 应用“商城”的回调已失败10分钟 10分钟'])
  await act(tx => tx.updateTable('appWebhook').set({ failingSince: null, failureCount: 0 }).where('accountId', '=', account).execute())
  await evaluateAt(11)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('webhook with overdue, untried events: fires too, and clears when they are delivered', async () => {
  const { account, appId } = world
  await rule({ kind: 'webhook_failing', parameters: { minutes: 10 } })
  const webhookId = newId()
  const times = { createdAt: minuteAt(0), updatedAt: minuteAt(0) }
  const webhook = {
    accountId: account,
    webhookId,
    appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['report'],
  }
  const event = {
    accountId: account,
    eventId: newId(),
    queueId: webhookId,
    appId,
    sink: 'webhook',
    kind: 'report',
    data: '{}',
    state: 'waiting',
  }
  await act(async tx => {
    await tx
      .insertInto('appWebhook')
      .values({ ...webhook, ...times, encryptedSecret: Buffer.from('x') })
      .execute()
    await tx
      .insertInto('pushEvent')
      .values({ ...event, recordedAt: minuteAt(0), dueAt: minuteAt(0) })
      .execute()
  })
  await evaluateAt(9)
  expect(await lines()).toEqual([])
  await evaluateAt(10)
  expect(await lines()).toEqual(['open 应用“商城”的回调已积压10分钟 10分钟'])
  await act(tx =>
    tx
      .updateTable('pushEvent')
      .set({ state: 'delivered', endedAt: minuteAt(11) })
      .where('accountId', '=', account)
      .execute(),
  )
  await evaluateAt(11)
  expect((await lines())[0]).toMatch(/^recovered/)
})
