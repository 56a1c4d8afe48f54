import { SpanKind } from '@opentelemetry/api'
import type { Db } from '#db/connect.ts'
import { readTraces } from '#domain/delivery/index.ts'
import { beginStep, type TracedStep } from '#metrics/tracing.ts'
import type { Answer } from './answer.ts'
import type { Claimed } from './claim.ts'

/** Traces messages of a channel from their claim to the carrier's answer. */
export class SubmitSteps {
  readonly #attributes: Record<string, string>
  readonly #steps = new Map<string, TracedStep>()

  constructor(channelId: string) {
    this.#attributes = { 'hongyan.channel_id': channelId }
  }

  async begin(db: Db, claimed: readonly Claimed[]): Promise<void> {
    const [first] = claimed
    if (!first) return
    const ids = claimed.map(message => message.messageId)
    for (const [messageId, parent] of await readTraces(db, first.account, ids)) {
      const attributes = { ...this.#attributes, 'hongyan.message_id': messageId }
      const step = beginStep('submit', { parent, kind: SpanKind.CLIENT, attributes })
      if (step) this.#steps.set(messageId, step)
    }
  }

  end(answer: Answer): void {
    const { messageId } = answer.message
    const step = this.#steps.get(messageId)
    if (!step) return
    this.#steps.delete(messageId)
    step.end({ 'hongyan.outcome': answer.kind }, answer.kind === 'taken' ? undefined : answer.kind)
  }
}
