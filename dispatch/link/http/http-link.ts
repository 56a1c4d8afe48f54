import type { HttpSettings } from '#contract/messages/http-channel.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { connectionWords } from '#dispatch/link/connection-problem.ts'
import {
  type Exchange,
  type LinkHandlers,
  LoginRefusal,
  type OutgoingPart,
  type PartHandlers,
  type PartOutcome,
  type UpstreamLink,
} from '#dispatch/link/upstream-link.ts'
import { upstreamApiOf } from './apis.ts'
import { readableExchange } from './exchange.ts'
import { type Reply, Requests } from './request.ts'
import type { ApiRequest, UpstreamApi } from './upstream-api.ts'

const refusedWaitMs = 60_000

/** Reaches the upstream once, and asks whether it knows the account where its API can tell. */
export async function openHttpLink(
  channel: Channel,
  settings: HttpSettings,
  handlers: LinkHandlers,
  now: () => Date,
): Promise<UpstreamLink> {
  const api = upstreamApiOf(channel, settings, now)
  const timeoutMs = settings.timeoutSeconds * 1_000
  const probe = api.probe()
  const request: ApiRequest = probe ?? { method: 'GET', url: new URL(settings.url.replaceAll(/[{}]/g, '')).origin, headers: {}, body: null }
  const reply = await new Requests().send(request, timeoutMs)
  if (reply.kind !== 'answered') throw new Error(unreachable(reply.reason))
  const outcome = probe && api.outcomeOf(reply)
  if (outcome?.kind === 'misconfigured') throw new LoginRefusal(`上游不接受账号或密码（${outcome.code}）`, refusedWaitMs)
  return new HttpLink(api, channel.windowSize, timeoutMs, handlers)
}

/** A link without a connection of its own: open until it is ended, or the upstream can't be reached. */
class HttpLink implements UpstreamLink {
  readonly #api: UpstreamApi
  readonly #timeoutMs: number
  readonly #handlers: LinkHandlers
  readonly #requests = new Requests()
  #drained: (() => void) | null = null
  isOpen = true
  outstanding = 0
  windowSize: number

  constructor(api: UpstreamApi, windowSize: number, timeoutMs: number, handlers: LinkHandlers) {
    this.#api = api
    this.windowSize = windowSize
    this.#timeoutMs = timeoutMs
    this.#handlers = handlers
  }

  get freeSlots(): number {
    return this.isOpen ? this.windowSize - this.outstanding : 0
  }

  send(part: OutgoingPart, { onOutcome }: PartHandlers): PartOutcome | null {
    if (!this.isOpen) return unsent('closed')
    const request = this.#api.submit(part)
    if ('kind' in request) return request
    this.outstanding += 1
    void this.#exchange(request, onOutcome)
    return null
  }

  async #exchange(request: ApiRequest, onOutcome: PartHandlers['onOutcome']): Promise<void> {
    const reply = await this.#requests.send(request, this.#timeoutMs)
    this.outstanding -= 1
    const exchange = (): Exchange => readableExchange(request, reply, this.#api.secrets)
    onOutcome(this.#outcomeOf(reply), exchange)
    if (reply.kind === 'unsent') this.destroy(unreachable(reply.reason))
    if (this.outstanding === 0) this.#drained?.()
  }

  #outcomeOf(reply: Reply): PartOutcome {
    if (reply.kind === 'answered') {
      const outcome = this.#api.outcomeOf(reply)
      return outcome.kind === 'misconfigured' && reply.status === 401 ? { ...outcome, isLogin: true } : outcome
    }
    if (reply.kind === 'unsent') return unsent(reply.reason)
    if (reply.kind === 'invalid') return { kind: 'refused', code: 'HTTP:invalid' }
    return this.#api.isIdempotent ? { kind: 'temporary', code: 'HTTP:timeout' } : { kind: 'doubtful' }
  }

  async unbind(): Promise<void> {
    await this.#end('unbound', () => undefined)
  }

  destroy(reason: string): void {
    void this.#end(reason, () => this.#requests.abort())
  }

  async #end(reason: string, cut: () => void): Promise<void> {
    const wasOpen = this.isOpen
    this.isOpen = false
    if (this.outstanding > 0) {
      const drained = Promise.withResolvers<void>()
      const before = this.#drained
      this.#drained = () => {
        before?.()
        drained.resolve()
      }
      cut()
      await drained.promise
    }
    if (wasOpen) this.#handlers.onClose(reason)
  }
}

const unreachable = (reason: string) => `上游无法连接：${connectionWords(reason) ?? reason}`

const unsent = (reason: string): PartOutcome => ({ kind: 'temporary', code: `HTTP:${reason}` })
