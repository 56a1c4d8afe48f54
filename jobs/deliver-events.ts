import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { findForgottenQueues, leaseQueues, type QueueName, releaseQueues, renewQueues, type WebhookClient } from '#domain/push/index.ts'
import { newId } from '#values/id.ts'
import { ConcurrencyLimiter } from '#values/limiter.ts'
import { EventLane } from './event-lane.ts'

export interface DeliveryOptions {
  /** With the platform's role. */
  db: Db
  secret: string
  now: () => Date
  client: WebhookClient
  logger: Logger
}

/** Queues of one worker at a time; each costs at most one query a second. */
const maxQueues = 2_000
/**
 * Concurrent requests: one pool for healthy webhooks, and one for failing or slow ones, so that these can't exhaust the
 * others' slots.
 */
const wellPlaces = 128
const slowPlaces = 64
const adoptEveryMs = 200
const renewEveryMs = 3_000
const searchEveryMs = 10_000

/** Delivers webhooks until stopped. Any number of workers may run; each queue has one worker at a time. */
export function startDelivery(options: DeliveryOptions): { stop: () => Promise<void> } {
  const { db, logger } = options
  const owner = newId()
  const lanes = new Map<string, EventLane>()
  const places = { well: new ConcurrencyLimiter(wellPlaces), slow: new ConcurrencyLimiter(slowPlaces) }
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false

  const serve = (queue: QueueName) => {
    const lane = new EventLane(queue, { ...options, owner, places })
    lanes.set(queue.webhookId, lane)
    const run = lane
      .run()
      .catch(async error => {
        logger.error({ err: error, webhookId: queue.webhookId }, 'delivery of events failed')
        // The queue is free for the next poll once it has no lane; without a pause it would fail in a tight loop.
        await lane.rest()
      })
      .finally(() => {
        // Another lane may have the queue by now: this one had lost its lease.
        if (lanes.get(queue.webhookId) === lane) lanes.delete(queue.webhookId)
        running.delete(run)
      })
    running.add(run)
  }
  const adopt = async () => {
    for (const queue of await leaseQueues(db, owner, [...lanes.keys()], maxQueues - lanes.size)) {
      // Its lane was slower than the lease, and is stopped here.
      lanes.get(queue.webhookId)?.stop()
      serve(queue)
    }
  }
  const renew = async () => {
    const serving = [...lanes]
    const own = await renewQueues(
      db,
      owner,
      serving.map(([webhookId]) => webhookId),
    )
    for (const [webhookId, lane] of serving) if (!own.has(webhookId)) lane.stop()
  }
  /** Polls repeatedly; a failure is logged and the next poll makes up for it. */
  const repeat = (everyMs: number, work: () => Promise<unknown>) => {
    const check = async () => {
      try {
        await work()
      } catch (error) {
        logger.error({ err: error }, 'delivery of events failed')
      }
      if (!isStopped) timers.push(setTimeout(begin, everyMs))
    }
    const begin = () => {
      const run: Promise<void> = check().finally(() => running.delete(run))
      running.add(run)
    }
    begin()
  }
  repeat(adoptEveryMs, adopt)
  repeat(renewEveryMs, renew)
  repeat(searchEveryMs, () => findForgottenQueues(db))
  return {
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      for (const lane of lanes.values()) lane.stop()
      await Promise.all(running)
      await releaseQueues(db, owner)
    },
  }
}
