import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { type PushEvent, webhookFormats } from '#contract/push/push.ts'
import { readTraces } from '#domain/delivery/index.ts'
import {
  type Attempt,
  deadLetterEvents,
  deadLetterUnreadable,
  type Endpoint,
  isAccepted,
  moveToPull,
  nextDueAt,
  type QueueName,
  readEndpoint,
  readEvents,
  readWaiting,
  recordDelivered,
  recordFailed,
  releaseQueue,
  slowMs,
  tooOldBefore,
  type WaitingEvent,
  writeRequest,
} from '#domain/push/index.ts'
import { beginStep } from '#metrics/tracing.ts'
import { newId } from '#values/id.ts'
import type { ConcurrencyLimiter } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import type { DeliveryOptions } from './deliver-events.ts'
import { webhookDurations, webhooksTotal } from './metrics.ts'

interface LaneOptions extends DeliveryOptions {
  owner: string
  places: { well: ConcurrencyLimiter; slow: ConcurrencyLimiter }
}

/** Concurrent tasks of a healthy webhook; a slow or failing one has one. */
const wellTasks = 4
/** Concurrent requests of one task, where the format allows few events in each. */
const requestsOfTask = 4
/** A healthy webhook's request gives its slot back after this time, and goes on without one. */
const patienceMs = 500
/** A queue without new events is left after this time; until then its polling interval grows. */
const lingerMs = 5_000
const shortestRestMs = 50
const longestRestMs = 1_000
const failingRestMs = 5_000
/** The webhook's row is reread after this time, or when a request failed. */
const endpointKeptMs = 1_000

/** Delivers the events of one webhook, as long as its worker holds the queue. */
export class EventLane {
  readonly #queue: QueueName
  readonly #options: LaneOptions
  readonly #inHand = new Set<string>()
  readonly #tasks = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #endpoint: { value: Endpoint | null; at: number } | null = null
  #restMs = shortestRestMs
  /**
   * A webhook that has accepted nothing from this lane yet may be down: it gets one request at a time until it does.
   */
  #hasTaken = false

  constructor(queue: QueueName, options: LaneOptions) {
    this.#queue = queue
    this.#options = options
  }

  /** Starts nothing more; `run` ends when the open requests have ended. */
  stop(): void {
    this.#stopping.abort()
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async run(): Promise<void> {
    try {
      await this.#serve()
    } finally {
      // The next worker of the queue must not repeat requests that are still open.
      await Promise.all(this.#tasks)
    }
    if (!this.#isStopped) await releaseQueue(this.#options.db, this.#queue, this.#options.owner)
  }

  async #serve(): Promise<void> {
    let emptySince: number | null = null
    while (!this.#isStopped) {
      const endpoint = await this.#readEndpoint()
      if (endpoint?.state !== 'enabled') {
        await this.#clear(endpoint)
        break
      }
      const began = await this.#begin(endpoint)
      if (began > 0 || this.#tasks.size > 0) {
        emptySince = null
        this.#restMs = shortestRestMs
        if (began > 0 && this.#tasks.size < this.#maxTasks(endpoint)) continue
        await (this.#tasks.size > 0 ? Promise.race([...this.#tasks, this.#rest(longestRestMs)]) : this.#rest(shortestRestMs))
        continue
      }
      emptySince ??= performance.now()
      const nextAt = await nextDueAt(this.#options.db, this.#queue)
      if (nextAt === null && performance.now() - emptySince > lingerMs) break
      const nextTryMs = Math.max(nextAt?.getTime() ?? 0, endpoint.nextTryAt?.getTime() ?? 0) - this.#options.now().getTime()
      await this.#rest(endpoint.failingSince && nextTryMs > 0 ? Math.min(nextTryMs, failingRestMs) : this.#restMs)
      this.#restMs = Math.min(longestRestMs, this.#restMs * 2)
    }
  }

  /** Pauses for a moment, or until stopped. */
  rest(): Promise<void> {
    return this.#rest(longestRestMs)
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  async #readEndpoint(): Promise<Endpoint | null> {
    const known = this.#endpoint
    if (known && performance.now() - known.at < endpointKeptMs) return known.value
    const value = await readEndpoint(this.#options.db, this.#queue)
    this.#endpoint = { value, at: performance.now() }
    return value
  }

  /**
   * Clears the queue of a webhook that is no longer served: its events are parked, or left to be pulled if it was
   * deleted.
   */
  async #clear(endpoint: Endpoint | null): Promise<void> {
    const { db, now } = this.#options
    await Promise.all(this.#tasks)
    while (!this.#isStopped) {
      const count = endpoint
        ? await deadLetterEvents(db, this.#queue, { recordedBefore: null, now: now() })
        : await moveToPull(db, this.#queue)
      if (count === 0) return
    }
  }

  #isSlow(endpoint: Endpoint): boolean {
    return endpoint.failingSince !== null || (endpoint.lastElapsedMs ?? 0) > slowMs
  }

  #maxTasks(endpoint: Endpoint): number {
    return this.#isSlow(endpoint) || !this.#hasTaken ? 1 : wellTasks
  }

  /** Starts as many tasks as the webhook may have; returns how many. */
  async #begin(endpoint: Endpoint): Promise<number> {
    const { db, now } = this.#options
    const free = this.#maxTasks(endpoint) - this.#tasks.size
    if (free <= 0 || (endpoint.nextTryAt && endpoint.nextTryAt > now())) return 0
    if (endpoint.failingSince) await deadLetterEvents(db, this.#queue, { recordedBefore: tooOldBefore(now()), now: now() })
    const rows = await readWaiting(db, this.#queue, this.#inHand.size + free * limits.webhookEvents, now())
    const fresh = rows.filter(row => !this.#inHand.has(row.eventId))
    const tasks = tasksOf(batchesOf(endpoint, fresh)).slice(0, free)
    for (const task of tasks) this.#start(endpoint, task)
    return tasks.length
  }

  #start(endpoint: Endpoint, batches: readonly string[][]): void {
    const eventIds = batches.flat()
    for (const eventId of eventIds) this.#inHand.add(eventId)
    const task: Promise<void> = this.#deliver(endpoint, batches)
      .catch(error => {
        this.#options.logger.error({ err: error, webhookId: this.#queue.webhookId }, 'delivery of events failed')
        // An error of ours; without a pause it would repeat in a tight loop.
        return this.#rest(longestRestMs)
      })
      .finally(() => {
        for (const eventId of eventIds) this.#inHand.delete(eventId)
        this.#tasks.delete(task)
      })
    this.#tasks.add(task)
  }

  /**
   * Delivers batches, a few concurrently, and records the delivered ones together. The first failure ends it: the rest
   * keeps waiting.
   */
  async #deliver(endpoint: Endpoint, batches: readonly string[][]): Promise<void> {
    const { db, now, places } = this.#options
    const isSlow = this.#isSlow(endpoint)
    const release = await places[isSlow ? 'slow' : 'well'].acquire()
    // Hundreds of healthy webhooks that begin to hang would otherwise occupy all slots until their timeout.
    const timer = isSlow ? undefined : setTimeout(release, patienceMs)
    try {
      const { events, unreadableIds } = await readEvents(db, this.#queue.account, this.#queue.webhookId, batches.flat())
      const eventOf = new Map(events.map(event => [event.id, event]))
      const waiting = await this.#readable(batches, unreadableIds)
      const attempts: Attempt[] = []
      const work = async () => {
        for (let batch = waiting.shift(); batch && !this.#isStopped; batch = waiting.shift()) {
          const attempt = await this.#attempt(endpoint, batch, batch.map(eventId => getOrThrow(eventOf, eventId)).filter(Boolean))
          attempts.push(attempt)
          if (attempt.outcome !== 'delivered') waiting.length = 0
        }
      }
      await Promise.all(Array.from({ length: isSlow || !this.#hasTaken ? 1 : requestsOfTask }, work))
      const [taken, failed] = [attempts.filter(one => one.outcome === 'delivered'), attempts.filter(one => one.outcome !== 'delivered')]
      if (taken.length > 0) {
        this.#hasTaken = true
        await recordDelivered(db, this.#queue, joined(taken), now())
      }
      for (const attempt of failed) await recordFailed(db, this.#queue, attempt, now())
      if (failed.length > 0 || endpoint.failingSince) this.#endpoint = null
    } finally {
      clearTimeout(timer)
      release()
    }
  }

  /** The batches without unreadable events, which are parked and delay no others. */
  async #readable(batches: readonly string[][], unreadableIds: readonly string[]): Promise<string[][]> {
    if (unreadableIds.length === 0) return [...batches]
    const { db, now, logger } = this.#options
    logger.error({ webhookId: this.#queue.webhookId, eventIds: unreadableIds }, 'events could not be read')
    await deadLetterUnreadable(db, this.#queue, unreadableIds, now())
    return batches.map(batch => batch.filter(id => !unreadableIds.includes(id))).filter(batch => batch.length > 0)
  }

  async #attempt(endpoint: Endpoint, eventIds: readonly string[], events: readonly PushEvent[]): Promise<Attempt> {
    const { secret, now, client } = this.#options
    const attemptId = newId()
    const noted = { attemptId, appId: endpoint.appId, eventIds }
    // The subjects of these events are deleted: there is nothing to deliver.
    if (events.length === 0) return { ...noted, outcome: 'delivered', httpStatus: null, elapsedMs: 0 }
    const request = writeRequest(secret, this.#queue.webhookId, endpoint, events, { attemptId, now: now() })
    const steps = await this.#traced(endpoint, eventIds)
    // Of several traced events in one request, it is a step of the first.
    const [traceparent] = steps.flatMap(step => step.traceparent ?? [])
    const headers = traceparent === undefined ? request.headers : { ...request.headers, traceparent }
    const exchange = await client.post(endpoint.url, headers, request.body, body => isAccepted(endpoint.format, body))
    const { outcome, httpStatus } = exchange
    for (const step of steps) step.end({ 'hongyan.http_status': httpStatus ?? 0 }, outcome === 'delivered' ? undefined : outcome)
    webhooksTotal.inc({ outcome: exchange.outcome })
    webhookDurations.observe(exchange.elapsedMs / 1000)
    return { ...exchange, ...noted }
  }

  /** Steps of the messages that these events are about. */
  async #traced({ appId }: Endpoint, eventIds: readonly string[]) {
    const traces = await readTraces(this.#options.db, this.#queue.account, eventIds)
    return [...traces].flatMap(([messageId, parent]) => {
      const attributes = { 'hongyan.message_id': messageId, 'hongyan.app_id': appId }
      return beginStep('callback', { parent, kind: SpanKind.CLIENT, attributes }) ?? []
    })
  }
}

/** Requests that were accepted together, as one line of the log. */
const joined = (attempts: readonly Attempt[]): Attempt => ({
  ...firstOrThrow(attempts),
  elapsedMs: Math.max(...attempts.map(attempt => attempt.elapsedMs)),
  eventIds: attempts.flatMap(attempt => attempt.eventIds),
})

/** Groups batches that are delivered and recorded together: about a hundred events. */
function tasksOf(batches: readonly string[][]): string[][][] {
  const tasks: string[][][] = []
  let eventCount: number = limits.webhookEvents
  for (const batch of batches) {
    if (eventCount + batch.length > limits.webhookEvents) {
      tasks.push([])
      eventCount = 0
    }
    lastOrThrow(tasks).push(batch)
    eventCount += batch.length
  }
  return tasks
}

/**
 * Splits events into requests: as many as the format allows, of one kind where it can't mix them. Events that failed
 * before go in smaller and smaller requests, so that one event that its webhook rejects does not block the others.
 */
function batchesOf(endpoint: Pick<Endpoint, 'format'>, events: readonly WaitingEvent[]): string[][] {
  const { batchSize, mixesKinds } = webhookFormats[endpoint.format]
  const groups = Map.groupBy(events, event => `${event.attemptCount} ${mixesKinds ? '' : event.kind}`)
  return [...groups.values()].flatMap(group => {
    const isAlone = endpoint.format === 'tencent' && firstOrThrow(group).kind === 'inbound'
    const size = isAlone ? 1 : Math.max(1, batchSize >> firstOrThrow(group).attemptCount)
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size).map(event => event.eventId),
    )
  })
}
