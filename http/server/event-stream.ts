import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Permission } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import { getOrThrow } from '#values/or-throw.ts'
import type { App, Session } from './app.ts'
import { requireMember } from './member.ts'
import type { Services } from './serve.ts'

export interface StreamPace {
  /** Polling interval. */
  intervalMs: number
  /** Interval of heartbeats; each checks the session again. */
  heartbeatMs: number
}

interface StreamRoute<Input extends z.ZodType> {
  method: 'GET'
  path: string
  summary: string
  audience: { permission: Permission | null }
  input: Input
}

interface StreamOptions<Input> {
  pace: StreamPace
  /** Concurrent streams of one member. */
  maxPerMember: number
  /** Starts a stream: returns the function that is polled for the next event (see `eventText`), or null. */
  begin: (session: Session, input: Input) => () => Promise<string | null>
}

/** Formats an event with its data as JSON. */
export const eventText = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Serves a route as a stream of server-sent events, one for each open page. Streams end when the server closes. */
export function serveStream<Input extends z.ZodType>(
  app: App,
  services: Services,
  ingress: StreamRoute<Input>,
  { pace, maxPerMember, begin }: StreamOptions<z.output<Input>>,
): void {
  const closing = new AbortController()
  const streams = new Map<string, number>()
  const running = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.all(running)
  })
  app.withTypeProvider<ZodTypeProvider>().route({
    method: ingress.method,
    url: ingress.path,
    schema: { summary: ingress.summary, querystring: ingress.input },
    // Before the input is parsed: a stranger learns nothing of a route's input.
    preValidation: async request => void (await requireMember(services, request, ingress.audience.permission)),
    handler: async (request, reply) => {
      const session = await requireMember(services, request, ingress.audience.permission)
      const { memberId } = session.member
      const open = streams.get(memberId) ?? 0
      if (open >= maxPerMember) refuse('too_many_requests', { seconds: pace.heartbeatMs / 1000 })
      streams.set(memberId, open + 1)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const isAllowed = () => requireMember(services, request, ingress.audience.permission)
      const read = begin(session, request.query as z.output<Input>)
      const stream = Readable.from(streamEvents(read, isAllowed, pace, request, AbortSignal.any([closing.signal, gone.signal])))
      const ended = Promise.withResolvers<void>()
      running.add(ended.promise)
      // Only after the current poll has returned its connection.
      stream.once('close', () => {
        running.delete(ended.promise)
        ended.resolve()
        const left = getOrThrow(streams, memberId) - 1
        if (left === 0) streams.delete(memberId)
        else streams.set(memberId, left)
      })
      reply.type('text/event-stream').header('Cache-Control', 'no-store')
      // A buffering proxy would make the stream useless; a kept-alive connection would delay a server's shutdown.
      return reply.header('X-Accel-Buffering', 'no').header('Connection', 'close').send(stream)
    },
  })
}

/**
 * Sends events until the page closes, the server shuts down or the session ends; the browser then reconnects, and is
 * refused if it may not.
 */
async function* streamEvents(
  read: () => Promise<string | null>,
  isAllowed: () => Promise<unknown>,
  { intervalMs, heartbeatMs }: StreamPace,
  request: FastifyRequest,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let silentMs = 0
  yield 'retry: 2000\n\n'
  try {
    while (!signal.aborted) {
      const event = await read()
      if (event) yield event
      await sleep(intervalMs, undefined, { signal })
      silentMs += intervalMs
      if (silentMs < heartbeatMs) continue
      silentMs = 0
      await isAllowed()
      yield ': still here\n\n'
    }
  } catch (error) {
    if (!signal.aborted) request.log.info({ err: error, requestId: request.id }, 'stream ended')
  }
}
