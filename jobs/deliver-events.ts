import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { adoptQueues, findForgottenQueues, type QueueName, releaseQueues, renewQueues, type WebhookClient } from '#domain/push/index.ts'
import { newId } from '#values/id.ts'
import { EventLane } from './event-lane.ts'
import { Turns } from './turns.ts'

export interface DeliveryOptions {
  /** In the platform's role. */
  db: Db
  secret: string
  now: () => Date
  client: WebhookClient
  logger: Logger
}

/** Queues that one worker serves at a time; each costs it a look a second at most. */
const maxQueues = 2_000
/** Requests at a time: one for a webhook that is well, and those that fail or are slow among themselves, so that they can fill no other's places. */
const wellPlaces = 128
const slowPlaces = 64
const adoptEveryMs = 200
const renewEveryMs = 3_000
const searchEveryMs = 10_000

/** Delivers events to webhooks until stopped. Any number of workers may run; each queue is one's at a time. */
export function startDelivery(options: DeliveryOptions): { stop: () => Promise<void> } {
  const { db, logger } = options
  const owner = newId()
  const lanes = new Map<string, EventLane>()
  const places = { well: new Turns(wellPlaces), slow: new Turns(slowPlaces) }
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
        // The queue is free for the next look as soon as it has no lane; without a rest it would fail as fast as it can.
        await lane.rest()
      })
      .finally(() => {
        // Another lane may serve the queue meanwhile: this one had lost its lease.
        if (lanes.get(queue.webhookId) === lane) lanes.delete(queue.webhookId)
        running.delete(run)
      })
    running.add(run)
  }
  const adopt = async () => {
    for (const queue of await adoptQueues(db, owner, [...lanes.keys()], maxQueues - lanes.size)) {
      // Its lane fell behind the lease, and learns it by this.
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
  /** Looks again and again; a failure is told and made up by the next look. */
  const repeat = (everyMs: number, work: () => Promise<unknown>) => {
    const look = async () => {
      try {
        await work()
      } catch (error) {
        logger.error({ err: error }, 'delivery of events failed')
      }
      if (!isStopped) timers.push(setTimeout(begin, everyMs))
    }
    const begin = () => {
      const run: Promise<void> = look().finally(() => running.delete(run))
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
