import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { AppCaller, SmppAccount } from '#domain/apps/index.ts'
import { type SendRequest, sendableTexts, TemplateMatcher } from '#domain/messages/index.ts'
import { TokenBucket } from '#values/limiter.ts'
import type { SmppContext } from './context.ts'
import { DeliverQueue } from './deliver-queue.ts'
import type { Session } from './session.ts'

interface Facts {
  caller: AppCaller
  /** Signature names without 【】. */
  signatures: ReadonlySet<string>
  defaultSignature: string | null
  matcher: TemplateMatcher
}

/**
 * Cache of what an app may send: approvals and withdrawals take effect within this time, and sending itself checks
 * again.
 */
const cacheTtlMs = 2_000

/** An app with sessions at this program: the state that its sessions share. */
export class BoundAccount {
  readonly sessions = new Set<Session>()
  readonly deliverQueue: DeliverQueue
  readonly rate: TokenBucket
  readonly #context: SmppContext
  #system: SmppAccount
  #facts: Promise<Facts> | null = null
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(system: SmppAccount, context: SmppContext) {
    this.#system = system
    this.#context = context
    this.rate = new TokenBucket(system.ratePerSecond, context.elapsedMs())
    this.deliverQueue = new DeliverQueue(system, this.sessions, context)
  }

  get system(): SmppAccount {
    return this.#system
  }

  /** New settings of the owner also apply to open sessions. */
  set system(system: SmppAccount) {
    this.#system = system
    this.rate.ratePerSecond = system.ratePerSecond
    for (const session of this.sessions) session.connection.windowSize = system.windowSize
  }

  facts(): Promise<Facts> {
    const nowMs = this.#context.elapsedMs()
    if (this.#facts && nowMs - this.#readAtMs < cacheTtlMs) return this.#facts
    this.#readAtMs = nowMs
    const reading = this.#read()
    this.#facts = reading
    reading.catch(() => {
      if (this.#facts === reading) this.#facts = null
    })
    return reading
  }

  async #read(): Promise<Facts> {
    const { account, appId } = this.#system
    const { ring, db } = this.#context
    const caller = (await ring.app(account, appId)) ?? refuse('app_disabled')
    const { signatures, templates } = await asAccount(db, account, tx => sendableTexts(tx, account, caller))
    return {
      caller,
      signatures: new Set(signatures.values()),
      defaultSignature: caller.defaultSignatureId === null ? null : (signatures.get(caller.defaultSignatureId) ?? null),
      matcher: new TemplateMatcher(templates),
    }
  }

  /**
   * The send request for a complete text: its matching template with the variables' values, or the text itself where
   * the app may send free text. Refuses `text_signature_missing`, `signature_unknown` and `text_unmatched`.
   */
  requestOf({ caller, signatures, defaultSignature, matcher }: Facts, text: string, phone: string, sendAt: Date | undefined): SendRequest {
    const [, head, rest] = /^【([^【】]{1,40})】(.*)$/s.exec(text) ?? []
    const signature = head ?? defaultSignature ?? refuse('text_signature_missing')
    if (!signatures.has(signature)) refuse('signature_unknown', { text: signature })
    const body = rest ?? text
    const match = matcher.match(body)
    if (!match && !this.#system.allowsFreeText) refuse('text_unmatched')
    return {
      caller,
      ingress: 'smpp',
      templateCode: match?.code ?? null,
      ...(match ? {} : { text: `【${signature}】${body}` }),
      recipients: [{ phone, signature, parameters: match?.parameters ?? {} }],
      sendAt,
    }
  }
}
