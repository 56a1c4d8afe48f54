import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProgressEvent, progressRoute } from '#contract/broadcast/broadcast.ts'
import { asAccount } from '#db/connect.ts'
import { pauseBroadcast } from '#domain/broadcast/control.ts'
import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { countMessages } from '#domain/delivery/count.ts'
import { type App, createApp } from '#http/server/app.ts'
import { readSession } from '#http/server/sessions.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { serveProgress } from './broadcast-progress.ts'

const database = prepareTestDatabase()
let app: App
let base: string
const open = async (pace = { intervalMs: 20, heartbeatMs: 60 }) => {
  const server = await createApp({ forBrowsers: true })
  serveProgress(server, { db: database.db, now: () => new Date(), readSession }, pace)
  return { server, base: await server.listen({ host: '127.0.0.1', port: 0 }) }
}
beforeAll(async () => {
  await createChannel(database.platformDb)
  const opened = await open()
  app = opened.server
  base = opened.base
})
afterAll(() => app.close())

/** A running broadcast, with a session of the member who sent it. */
async function prepareBroadcast() {
  const now = new Date()
  const { account, memberId, uploadId } = await prepareUpload(database.db, now, 30)
  const { broadcastId } = await asAccount(database.db, account, async tx => {
    const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
    return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now })
  })
  return { account, memberId, broadcastId, cookie: await createSessionCookie(database.db, account, memberId) }
}

/** A reader of an event stream: returns its chunks as they arrive. */
async function connect(ids: readonly string[], cookie: string, at = base) {
  const leaving = new AbortController()
  const query = ids.map(id => `ids=${encodeId('broadcast', id)}`).join('&')
  const response = await fetch(`${at}${progressRoute.path}?${query}`, { headers: { cookie }, signal: leaving.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (pattern: RegExp): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const piece = text.slice(0, end)
        text = text.slice(end + 2)
        if (pattern.test(piece)) return piece
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  const event = async () => {
    const piece = await next(/^event: progress\n/)
    return piece === null ? null : (JSON.parse(piece.slice(piece.indexOf('data: ') + 6)) as ProgressEvent)
  }
  return { response, next, event, leave: () => leaving.abort() }
}

test('a progress stream starts with the current state, then sends each change, with heartbeats between', async () => {
  const { account, broadcastId, cookie } = await prepareBroadcast()
  const stream = await connect([broadcastId], cookie)
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(stream.response.headers.get('content-security-policy')).not.toBeNull()
  expect(await stream.event()).toMatchObject({
    rows: [{ broadcastId: encodeId('broadcast', broadcastId), state: 'sending', counts: { made: 0, submitted: 0 } }],
  })
  await createMessageChunk(database.db, account, broadcastId, { now: new Date() })
  expect(await stream.event()).toMatchObject({ rows: [{ counts: { made: 30, submitted: 0 } }] })
  await asAccount(database.db, account, tx => countMessages(tx, account, [{ broadcastId, state: 'submitted', segmentCount: 1 }]))
  expect(await stream.event()).toMatchObject({ rows: [{ counts: { made: 30, submitted: 1 } }] })
  expect(await stream.next(/^: still here$/)).not.toBeNull()
  await asAccount(database.db, account, tx => pauseBroadcast(tx, account, broadcastId))
  expect(await stream.event()).toMatchObject({ rows: [{ state: 'paused' }] })
  stream.leave()
})

test('a progress stream shows no broadcasts of another account, and is refused without a session', async () => {
  const [mine, other] = [await prepareBroadcast(), await prepareBroadcast()]
  const stream = await connect([mine.broadcastId, other.broadcastId], mine.cookie)
  expect((await stream.event())?.rows.map(row => row.broadcastId)).toEqual([encodeId('broadcast', mine.broadcastId)])
  stream.leave()
  expect((await connect([mine.broadcastId], 'hongyan=nobody')).response.status).toBe(401)
  expect((await connect([], mine.cookie)).response.status).toBe(422)
})

test('a progress stream ends with the session', async () => {
  const { account, broadcastId, cookie } = await prepareBroadcast()
  const stream = await connect([broadcastId], cookie)
  await stream.event()
  await database.db.deleteFrom('session').where('accountId', '=', account).execute()
  expect(await stream.next(/nothing like this/)).toBeNull()
  expect((await connect([broadcastId], cookie)).response.status).toBe(401)
})

test('a member has a limited number of progress streams; closing one frees a slot', async () => {
  const { broadcastId, cookie } = await prepareBroadcast()
  // The stream is so quiet that only its closing can free the slot.
  const quiet = await open({ intervalMs: 20, heartbeatMs: 3_600_000 })
  const streams = await Promise.all(
    Array.from({ length: limits.progressStreamsPerMember }, () => connect([broadcastId], cookie, quiet.base)),
  )
  expect(streams.map(stream => stream.response.status)).toEqual(streams.map(() => 200))
  expect((await connect([broadcastId], cookie, quiet.base)).response.status).toBe(429)
  firstOrThrow(streams).leave()
  let status = 429
  while (status === 429) {
    await sleep(20)
    const again = await connect([broadcastId], cookie, quiet.base)
    status = again.response.status
    again.leave()
  }
  expect(status).toBe(200)
  for (const stream of streams) stream.leave()
  await quiet.server.close()
})

test('a server that closes ends its streams', async () => {
  const { broadcastId, cookie } = await prepareBroadcast()
  const closing = await open()
  const stream = await connect([broadcastId], cookie, closing.base)
  await stream.event()
  await closing.server.close()
  expect(await stream.next(/nothing like this/)).toBeNull()
})
