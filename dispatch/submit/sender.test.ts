import { expect, test } from 'vitest'
import { AdaptiveWindow } from '#dispatch/link/adaptive-window.ts'
import { CircuitBreaker } from '#dispatch/link/circuit-breaker.ts'
import { Link } from '#dispatch/link/links.ts'
import type { OutgoingPart, PartHandlers, UpstreamLink } from '#dispatch/link/upstream-link.ts'
import { newAccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { Answer } from './answer.ts'
import type { Claimed } from './claim.ts'
import { Sender } from './sender.ts'

/** A link whose parts are answered by the test. */
class HeldLink implements UpstreamLink {
  readonly isOpen = true
  readonly outstanding = 0
  readonly sent: { part: OutgoingPart; handlers: PartHandlers }[] = []
  freeSlots = 10
  windowSize = 10

  send(part: OutgoingPart, handlers: PartHandlers): null {
    this.sent.push({ part, handlers })
    return null
  }

  unbind(): Promise<void> {
    return Promise.resolve()
  }

  destroy(): void {}
}

const claimed = (facts: Partial<Claimed> = {}): Claimed => ({
  account: newAccountId(),
  outboxId: newId(),
  messageId: newId(),
  token: 1,
  broadcastId: null,
  kind: 'transactional',
  phone: '13800138000',
  content: '【鸿雁】您的包裹已到',
  extension: '01',
  segmentCount: 1,
  attemptCount: 1,
  wasDoubtful: false,
  isOver: false,
  dueAt: new Date(),
  expiresAt: new Date(Date.now() + 60_000),
  ...facts,
})

function startSender(ratePerSecond = 1000, elapsedMs = () => performance.now()) {
  const upstream = new HeldLink()
  const link = new Link(upstream, { breaker: new CircuitBreaker(10, () => undefined), window: new AdaptiveWindow(10) })
  const answers: Answer[] = []
  const sender = new Sender({
    channel: {
      channelId: newId(),
      host: '127.0.0.1',
      port: 1,
      systemId: 'a',
      password: 'b',
      senderNumber: '10690000',
      windowSize: 10,
      ratePerSecond,
      bindCount: 1,
      upstreamIdForm: 'raw',
      settings: { protocol: 'smpp' },
    },
    links: { freeSlots: 10, take: () => link },
    now: () => new Date(),
    elapsedMs,
    random: () => 0.5,
    maySend: () => true,
    onAnswer: answer => answers.push(answer),
    onExchange: () => undefined,
  })
  return { sender, upstream, answers, handlersOf: (index: number) => itemOrThrow(upstream.sent, index).handlers }
}

test('an answer that comes after the time-out is told as a part of the message in doubt', () => {
  const { sender, answers, handlersOf } = startSender()
  const message = claimed()
  sender.add([message])
  handlersOf(0).onOutcome({ kind: 'doubtful' })
  handlersOf(0).onLate('77')
  expect(answers).toEqual([
    { message, kind: 'doubtful', wasSent: true },
    { message, kind: 'part', upstreamId: '77', part: 1, partCount: 1 },
  ])
})

test('the parts that a carrier took of a message in doubt are told after the doubt', () => {
  const { sender, upstream, answers, handlersOf } = startSender()
  const message = claimed({ content: `【鸿雁】${'长'.repeat(150)}`, segmentCount: 3 })
  sender.add([message])
  expect(upstream.sent.map(({ part }) => part.place?.number)).toEqual([1, 2, 3])
  expect(new Set(upstream.sent.map(({ part }) => part.place?.reference)).size).toBe(1)
  handlersOf(0).onOutcome({ kind: 'taken', upstreamId: 'a' })
  handlersOf(1).onOutcome({ kind: 'doubtful' })
  handlersOf(2).onOutcome({ kind: 'taken', upstreamId: 'c' })
  expect(answers).toEqual([
    { message, kind: 'doubtful', wasSent: true },
    { message, kind: 'part', upstreamId: 'a', part: 1, partCount: 3 },
    { message, kind: 'part', upstreamId: 'c', part: 3, partCount: 3 },
  ])
})

test.each([
  [100, 1],
  [100, 3],
  [7, 1],
  [2_000, 1],
])('at %i parts a second, of messages of %i, no second holds more, wherever it begins', (ratePerSecond, segmentCount) => {
  let nowMs = 0
  const { sender, upstream } = startSender(ratePerSecond, () => nowMs)
  const content = segmentCount === 1 ? '【鸿雁】您的包裹已到' : `【鸿雁】${'长'.repeat(150)}`
  const sentAtMs: number[] = []
  for (; nowMs < 5_000; nowMs += 3) {
    // A quiet time lets the burst fill up.
    if (nowMs > 1_500 && nowMs < 2_000) continue
    const room = Math.max(0, Math.ceil(ratePerSecond / 20) - sender.messageCount)
    if (room > 0) sender.add(Array.from({ length: room }, () => claimed({ content, segmentCount })))
    sender.flush()
    for (const { handlers } of upstream.sent.splice(0)) {
      sentAtMs.push(nowMs)
      handlers.onOutcome({ kind: 'taken', upstreamId: 'a' })
    }
  }
  const inSecondFrom = (start: number) => sentAtMs.filter(at => at >= start && at < start + 1_000).length
  expect(Math.max(...sentAtMs.map(inSecondFrom))).toBeLessThanOrEqual(ratePerSecond)
  expect(sentAtMs.length).toBeGreaterThan(ratePerSecond * 4.5 * 0.85)
})
