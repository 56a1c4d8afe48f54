/**
 * Cost of a code for each recipient while a broadcast's messages are made: the same broadcast without and with a short
 * link, batches alternating, on a database of its own with fsync on. Run with `node bench/link-codes.ts [recipients]`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createMessageChunk, previewBroadcast, sendBroadcast } from '#domain/broadcast/index.ts'
import { giveRecipientCodes } from '#domain/links/index.ts'
import { giveLinkUnits } from '#test/support/account.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { createLinks } from '#test/support/links.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const count = Number(process.argv[2] ?? 100_000)
const now = new Date()
const address = 'https://hy.example/********'
const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await migrate(server.url)
const db = openDb({ url: server.url, role: 'hongyan_app', max: 2 })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
await createChannel(platformDb)

/** A running broadcast to this many numbers, with a variable that is the same text for all, or a link. */
async function begin(hasLink: boolean) {
  const one = await prepareUpload(db, now, 0, { listed: count, grant: count })
  const { account, memberId, templateId, signatureId, uploadId } = one
  const link = firstOrThrow(await createLinks(platformDb, account, 1))
  const page = hasLink ? { linkId: link.linkId, value: address } : { value: address }
  const { broadcastId } = await asAccount(db, account, async tx => {
    await giveLinkUnits(tx, account, count)
    await tx
      .updateTable('template')
      .set({
        text: `尊敬的\${name}，会员礼遇请查看\${page}`,
        variables: JSON.stringify(['name', 'page'].map(name => ({ name, kind: 'text', maxLength: 35 }))),
      })
      .where('accountId', '=', account)
      .where('templateId', '=', templateId)
      .execute()
    await tx
      .updateTable('upload')
      .set({ mapping: JSON.stringify({ signatureId, templateId, variables: { name: { column: 1 }, page } }) })
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .execute()
    await sql`
      insert into recipient (account_id, upload_id, line, phone, carrier, segment_count, variables)
      select ${account}, ${uploadId}, n, '138' || lpad(n::text, 8, '0'), 'mobile', 1, array['客户' || n, ${address}] from generate_series(1, ${count}::int) as n`.execute(
      tx,
    )
    const expected = await previewBroadcast(tx, account, { uploadId, memberId, scheduledAt: null, now })
    // Confirmation of large broadcasts by a code is not part of the measurement.
    await tx
      .insertInto('broadcastConfirmation')
      .values({ accountId: account, memberId, uploadId, askedAt: now, confirmedAt: now })
      .execute()
    return sendBroadcast(tx, account, {
      uploadId,
      name: '',
      scheduledAt: null,
      expected: { ...expected, unregisteredCount: count },
      memberId,
      now,
    })
  })
  return { account, broadcastId, seconds: 0, isMade: false }
}

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAt) / 1000]
}

const [plain, linked] = [await begin(false), await begin(true)]
for (let turn = 0; !plain.isMade || !linked.isMade; turn += 1)
  for (const one of turn % 2 === 0 ? [plain, linked] : [linked, plain]) {
    const [result, seconds] = await timed(() => createMessageChunk(db, one.account, one.broadcastId, { now, backlogLimit: count + 1 }))
    one.seconds += seconds
    one.isMade = result !== 'more'
  }
const [alone] = [await createLinks(platformDb, linked.account, 1)]
const messageIds = Array.from({ length: count }, () => newId())
const [, aloneSeconds] = await timed(async () => {
  for (let from = 0; from < count; from += 2_000)
    await asAccount(db, linked.account, tx =>
      giveRecipientCodes(tx, linked.account, { linkId: firstOrThrow(alone).linkId, messageIds: messageIds.slice(from, from + 2_000) }),
    )
})
const { rows } = await sql<{
  codes: number
}>`select count(distinct code)::int as codes from short_code where message_id is not null`.execute(platformDb)
const line = (name: string, seconds: number) =>
  console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds).toLocaleString('en')} a second`)
line(`${count.toLocaleString('en')} messages without a link`, plain.seconds)
line(`${count.toLocaleString('en')} messages with a code each`, linked.seconds)
line('the codes alone, in batches of 2,000', aloneSeconds)
console.log(`codes: ${firstOrThrow(rows).codes.toLocaleString('en')}, all different; load ${firstOrThrow(os.loadavg()).toFixed(1)}`)
await db.destroy()
await platformDb.destroy()
await server.stop()
await rm(folder, { recursive: true })
