import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { AppCaller, EsmeAccount } from '#domain/apps/index.ts'
import { type SendRequest, sendableTexts, TemplateMatcher } from '#domain/messages/index.ts'
import { TokenBucket } from '#values/limiter.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { EsmeContext } from './context.ts'
import { DeliverQueue } from './deliver-queue.ts'
import type { Session } from './session.ts'
import type { Asked } from './submit.ts'

export interface Facts {
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
  readonly #context: EsmeContext
  #login: EsmeAccount
  #facts: Promise<Facts> | null = null
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(login: EsmeAccount, context: EsmeContext) {
    this.#login = login
    this.#context = context
    this.rate = new TokenBucket(login.ratePerSecond, context.elapsedMs())
    this.deliverQueue = new DeliverQueue(login, this.sessions, context)
  }

  get login(): EsmeAccount {
    return this.#login
  }

  /** New settings of the owner also apply to open sessions. */
  set login(login: EsmeAccount) {
    this.#login = login
    this.rate.ratePerSecond = login.ratePerSecond
    for (const session of this.sessions) session.link.windowSize = login.windowSize
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
    const { account, appId } = this.#login
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
   * The send request for a complete text to each of the phones: its matching template with the variables' values, or
   * the text itself where the app may send free text. Refuses `text_signature_missing`, `signature_unknown` and
   * `text_unmatched`.
   */
  requestOf({ caller, signatures, defaultSignature, matcher }: Facts, text: string, all: readonly Asked[]): SendRequest {
    const [, head, rest] = /^【([^【】]{1,40})】(.*)$/s.exec(text) ?? []
    const signature = head ?? defaultSignature ?? refuse('text_signature_missing')
    if (!signatures.has(signature)) refuse('signature_unknown', { text: signature })
    const body = rest ?? text
    const match = matcher.match(body)
    if (!match && !this.#login.allowsFreeText) refuse('text_unmatched')
    const parameters = match?.parameters ?? {}
    const { sendAt, validUntil } = firstOrThrow(all)
    return {
      caller,
      ingress: this.#login.protocol,
      templateCode: match?.code ?? null,
      ...(match ? {} : { text: `【${signature}】${body}` }),
      recipients: all.map(({ extension, ...one }) => ({ phone: phoneOf(one), signature, parameters, extension })),
      sendAt,
      validUntil,
    }
  }
}

/** TON of numbers with their country code (SMPP 3.4 §5.2.5); programs give it to eleven digits at home too. */
const internationalTon = 1
const phoneOf = ({ destination, destinationKind }: Pick<Asked, 'destination' | 'destinationKind'>): string =>
  destinationKind >> 8 === internationalTon && /^[1-9]\d{6,14}$/.test(destination) && !/^1[3-9]\d{9}$/.test(destination)
    ? `+${destination}`
    : destination
