import { expect, test } from 'vitest'
import { minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { newId } from '#values/id.ts'

const { world, act, rule, evaluateAt, lines, messages } = setUpAlerting()

test('rejected signature: fires and clears when corrected; an approved one notifies once and is over', async () => {
  const { account } = world
  await rule({ kind: 'review_result', parameters: { outcomes: 'all' } })
  const signatureId = newId()
  const row = { account_id: account, signature_id: signatureId, text: '星光商城', kind: 'company', purpose: 'own', extension: '000777' }
  const decide = (state: string, minutes: number, reason: string | null) =>
    act(tx =>
      tx
        .updateTable('signature')
        .set({ state, reason, reviewed_at: minuteAt(minutes) })
        .where('account_id', '=', account)
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
    account_id: account,
    webhook_id: newId(),
    app_id: appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['report'],
  }
  const times = { created_at: minuteAt(0), updated_at: minuteAt(0) }
  await act(tx =>
    tx
      .insertInto('app_webhook')
      .values({ ...webhook, ...times, encrypted_secret: Buffer.from('x'), failing_since: minuteAt(0), failure_count: 12 })
      .execute(),
  )
  await evaluateAt(9)
  expect(await lines()).toEqual([])
  await evaluateAt(10)
  expect(await lines()).toEqual(['open 应用“商城”的回调已失败10分钟 10分钟'])
  await act(tx => tx.updateTable('app_webhook').set({ failing_since: null, failure_count: 0 }).where('account_id', '=', account).execute())
  await evaluateAt(11)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('webhook with overdue, untried events: fires too, and clears when they are delivered', async () => {
  const { account, appId } = world
  await rule({ kind: 'webhook_failing', parameters: { minutes: 10 } })
  const webhookId = newId()
  const times = { created_at: minuteAt(0), updated_at: minuteAt(0) }
  const webhook = {
    account_id: account,
    webhook_id: webhookId,
    app_id: appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['report'],
  }
  const event = {
    account_id: account,
    event_id: newId(),
    queue_id: webhookId,
    app_id: appId,
    sink: 'webhook',
    kind: 'report',
    data: '{}',
    state: 'waiting',
  }
  await act(async tx => {
    await tx
      .insertInto('app_webhook')
      .values({ ...webhook, ...times, encrypted_secret: Buffer.from('x') })
      .execute()
    await tx
      .insertInto('push_event')
      .values({ ...event, recorded_at: minuteAt(0), due_at: minuteAt(0) })
      .execute()
  })
  await evaluateAt(9)
  expect(await lines()).toEqual([])
  await evaluateAt(10)
  expect(await lines()).toEqual(['open 应用“商城”的回调已积压10分钟 10分钟'])
  await act(tx =>
    tx
      .updateTable('push_event')
      .set({ state: 'delivered', ended_at: minuteAt(11) })
      .where('account_id', '=', account)
      .execute(),
  )
  await evaluateAt(11)
  expect((await lines())[0]).toMatch(/^recovered/)
})
