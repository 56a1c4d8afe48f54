import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { statuses } from '#protocol/smpp/status.ts'
import { wholeOf } from '#values/bytes.ts'
import { deleteOldest } from '#values/oldest.ts'
import type { Carrier } from './carrier.ts'
import type { CustomerSession, Delivered, DeliveryEnd } from './delivered.ts'

const mostBytes = 64 * 1024
const messagesKept = 10_000
const callbackLimitMs = 5_000

/** What the API answers for the SMPP statuses that the carrier's rules name: HTTP status and code. */
const errorsOfStatus = new Map<number, [number, number]>([
  [statuses.throttled, [429, 20_429]],
  [statuses.queueFull, [429, 20_429]],
  [statuses.invalidDestinationAddress, [400, 21_211]],
])
const otherError: [number, number] = [400, 21_610]

/** Words of the API for a report's state. */
const wordOf = ({ state }: { state: string }) => ({ DELIVRD: 'delivered', REJECTD: 'failed', ACCEPTD: 'sent' })[state] ?? 'undelivered'

interface Kept {
  to: string
  callback: string | null
  status: string
  errorCode: string | null
}

/**
 * The carrier by HTTP, in the form of Twilio's API: `POST /2010-04-01/Accounts/{account}/Messages.json` with a form of
 * To, From, Body and StatusCallback, `GET …/Messages/{sid}.json`, Basic authentication; it calls StatusCallback with
 * MessageSid, MessageStatus and ErrorCode, and with From, To and Body when a phone replies.
 */
export function createHttpApi(carrier: Carrier): Server {
  const couriers = new Map(Object.keys(carrier.options.httpAccounts).map(account => [account, new Courier()]))
  for (const [account, courier] of couriers) {
    carrier.opened(courier)
    carrier.attach(courier, account)
  }
  return createServer((request, response) => {
    answer(carrier, couriers, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
}

const pathPattern = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages(?:\/([^/]+))?\.json$/

async function answer(
  carrier: Carrier,
  couriers: ReadonlyMap<string, Courier>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, account = '', sid] = pathPattern.exec(new URL(request.url ?? '/', 'http://carrier').pathname) ?? []
  const courier = couriers.get(account)
  if (!courier) return send(response, 404, { code: 20_404, message: 'not found' })
  const proof = Buffer.from(`${account}:${carrier.options.httpAccounts[account]}`).toString('base64')
  if (request.headers.authorization !== `Basic ${proof}`) return send(response, 401, { code: 20_003, message: 'authenticate' })
  if (sid !== undefined) {
    const kept = courier.messages.get(sid)
    if (!kept) return send(response, 404, { code: 20_404, message: 'not found' })
    return send(response, 200, { sid, to: kept.to, status: kept.status, error_code: kept.errorCode })
  }
  courier.open(response)
  const form = new URLSearchParams((await wholeOf(request, mostBytes))?.toString() ?? '')
  const [to, from, text] = [form.get('To') ?? '', form.get('From') ?? '', form.get('Body') ?? '']
  if (!/^\+\d{5,15}$/.test(to)) return send(response, 400, { code: 21_211, message: "invalid 'To'" })
  const sender = from.replace(/^\+/, '')
  carrier.submit({
    customer: account,
    session: null,
    phone: to,
    sender,
    read: () => ({ text, place: null }),
    wantsReport: 'always',
    nextId: () => {
      const messageId = `SM${carrier.ids.next().padStart(32, '0')}`
      // Its report may come before the answer.
      courier.keep(messageId, sender, { to, callback: form.get('StatusCallback'), status: 'queued', errorCode: null })
      return messageId
    },
    answer: (status, messageId) => {
      if (status === statuses.ok) return send(response, 201, { sid: messageId, to, status: 'queued', error_code: null })
      const [httpStatus, code] = errorsOfStatus.get(status) ?? otherError
      send(response, httpStatus, { code, message: 'refused' })
    },
    garble: () => response.end('garbage'),
    cut: () => response.destroy(),
  })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The carrier's way to a customer's callbacks. */
class Courier implements CustomerSession {
  /** Nobody is logged in: each request proves itself. */
  readonly customer = null
  readonly messages = new Map<string, Kept>()
  readonly #callbackOfSender = new Map<string, string>()
  readonly #open = new Set<ServerResponse>()
  readonly freeSlots = 100

  keep(sid: string, sender: string, message: Kept): void {
    this.messages.set(sid, message)
    if (message.callback !== null) this.#callbackOfSender.set(sender, message.callback)
    for (const map of [this.messages, this.#callbackOfSender]) if (map.size > messagesKept) deleteOldest(map)
  }

  /** A request that is not answered yet. */
  open(response: ServerResponse): void {
    this.#open.add(response)
    response.on('close', () => this.#open.delete(response))
  }

  /** Cuts the connections of requests without an answer. */
  destroy(): void {
    for (const response of this.#open) response.destroy()
  }

  deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void {
    void this.#call(delivered).then(onEnd)
  }

  async #call(delivered: Delivered): Promise<DeliveryEnd> {
    if (delivered.kind === 'reply') {
      const callback = this.#callbackOfSender.get(delivered.sender) ?? null
      return post(callback, { From: `+86${delivered.phone}`, To: `+${delivered.sender}`, Body: delivered.part.text, SmsStatus: 'received' })
    }
    const kept = this.messages.get(delivered.messageId) ?? { to: delivered.phone, callback: null, status: '', errorCode: null }
    const status = wordOf(delivered)
    const errorCode = status === 'delivered' || status === 'sent' ? null : delivered.errorCode
    this.messages.set(delivered.messageId, { ...kept, status, errorCode })
    const { messageId: MessageSid, phone: To } = delivered
    return post(kept.callback, { MessageSid, To, MessageStatus: status, ...(errorCode === null ? {} : { ErrorCode: errorCode }) })
  }
}

async function post(callback: string | null, fields: Record<string, string>): Promise<DeliveryEnd> {
  if (callback === null || callback === '') return 'taken'
  try {
    const response = await fetch(callback, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(callbackLimitMs),
    })
    await response.arrayBuffer()
    return response.ok ? 'taken' : 'again'
  } catch {
    // Nobody is there yet: the outbox tries again in a second.
    return 'again'
  }
}
