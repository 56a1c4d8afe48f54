import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { progressDoor } from '#contract/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { type Progress, readProgress } from '#domain/sms/broadcast/progress.ts'
import { limits } from '#values/limits.ts'
import type { App, Session } from './app.ts'
import { requireMember } from './member.ts'
import type { Doors } from './serve.ts'

interface Pace {
  /** Between two looks at the counts. */
  intervalMs: number
  /** Between two signs of life, at each of which the session is checked again. */
  heartbeatMs: number
}
const usualPace: Pace = { intervalMs: 1_000, heartbeatMs: 15_000 }

/** Serves the progress of broadcasts as server-sent events, one stream for each page that shows them. Streams end when the server closes. */
export function serveProgress(app: App, doors: Doors, pace: Pace = usualPace): void {
  const closing = new AbortController()
  const streams = new Map<string, number>()
  const running = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.all(running)
  })
  app.withTypeProvider<ZodTypeProvider>().route({
    method: progressDoor.method,
    url: progressDoor.path,
    schema: { summary: progressDoor.summary, querystring: progressDoor.input },
    handler: async (request, reply) => {
      const session = await requireMember(doors, request, progressDoor.audience.permission)
      const { memberId } = session.member
      const open = streams.get(memberId) ?? 0
      if (open >= limits.progressStreamsPerMember) refuse('too_many_requests', { seconds: pace.heartbeatMs / 1000 })
      streams.set(memberId, open + 1)
      const { ids } = request.query as { ids: string[] }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const stream = Readable.from(tell(doors, request, session, ids, pace, AbortSignal.any([closing.signal, gone.signal])))
      const ended = Promise.withResolvers<void>()
      running.add(ended.promise)
      // Not before the look that is under way has given its connection back.
      stream.once('close', () => {
        running.delete(ended.promise)
        ended.resolve()
        const left = streams.get(memberId)! - 1
        if (left === 0) streams.delete(memberId)
        else streams.set(memberId, left)
      })
      reply.type('text/event-stream').header('Cache-Control', 'no-store')
      // A proxy that collects the answer before it passes it on would make the stream useless; a connection kept afterwards would hold up a closing server.
      return reply.header('X-Accel-Buffering', 'no').header('Connection', 'close').send(stream)
    },
  })
}

/** Events until the page goes, the server closes or the session ends; the browser then comes again by itself, and is refused when it may not. */
async function* tell(
  doors: Doors,
  request: FastifyRequest,
  { account }: Session,
  ids: readonly string[],
  { intervalMs, heartbeatMs }: Pace,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const told = new Map<string, string>()
  let silentMs = 0
  yield 'retry: 2000\n\n'
  try {
    while (!signal.aborted) {
      const rows = await asAccount(doors.db, account, tx => readProgress(tx, account, ids))
      const event = eventOf(rows, told)
      if (event) yield event
      await sleep(intervalMs, undefined, { signal })
      silentMs += intervalMs
      if (silentMs < heartbeatMs) continue
      silentMs = 0
      await requireMember(doors, request, progressDoor.audience.permission)
      yield ': still here\n\n'
    }
  } catch (error) {
    if (!signal.aborted) request.log.info({ err: error, requestId: request.id }, 'progress stream ended')
  }
}

/** The event for those that have changed since they were last told. */
function eventOf(rows: readonly Progress[], told: Map<string, string>): string | null {
  const changed = rows.filter(row => {
    const text = JSON.stringify(row)
    if (told.get(row.broadcastId) === text) return false
    told.set(row.broadcastId, text)
    return true
  })
  return changed.length === 0 ? null : `event: progress\ndata: ${JSON.stringify(progressDoor.event.encode({ rows: changed }))}\n\n`
}
