import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Channel } from '#dispatch/channel/channel.ts'
import { type CarrierListenerOptions, UnownedDeliveries } from '#dispatch/report/delivery.ts'
import { addressList, isAmong } from '#domain/platform/index.ts'
import { CommandCounter, type IncomingRequest, SgipConnection } from '#protocol/sgip/connection.ts'
import { type Bind, type Deliver, messageIdOf, type Report, results } from '#protocol/sgip/pdu.ts'
import { barePhone, decodeCarrierText } from '#protocol/text/carrier-text.ts'
import { portOrThrow } from '#values/or-throw.ts'
import type { CarrierReport, Delivery } from './upstream-link.ts'

const bindLimitMs = 10_000
const quietMs = 60_000

/**
 * Takes what gateways of SGIP bring: they connect to us, by the account and password of their channel, with reports and
 * messages from phones. No lease is needed: a report is matched wherever it comes, and parked until its message is
 * known.
 */
export async function startSgipListener(options: CarrierListenerOptions): Promise<{ port: number; close: () => Promise<void> }> {
  const sessions = new Set<GatewayVisit>()
  const deliveries = new UnownedDeliveries(options)
  let warnedAtMs = Number.NEGATIVE_INFINITY
  const warn = (error: Error, address: string | undefined) => {
    if (performance.now() < warnedAtMs + quietMs) return
    warnedAtMs = performance.now()
    options.logger.warn({ err: error, address }, 'bytes at the SGIP port are not the protocol, or a gateway that no channel knows')
  }
  const server = createServer({ noDelay: true }, socket => {
    const visit: GatewayVisit = new GatewayVisit(socket, {
      find: request => channelOf(request, socket.remoteAddress ?? '', options.channels()),
      onDelivery: (channel, delivery) => deliveries.of(channel).take(delivery),
      onProblem: error => warn(error, socket.remoteAddress),
      onClose: () => sessions.delete(visit),
      now: options.now,
    })
    sessions.add(visit)
  })
  // While programs are replaced the next one listens beside this one.
  server.listen({ port: options.port, host: options.host, reusePort: options.port !== 0 })
  await once(server, 'listening')
  return {
    port: portOrThrow(server),
    close: async () => {
      server.close()
      for (const visit of sessions) visit.destroy()
      await deliveries.idle()
    },
  }
}

function channelOf({ name, password }: Bind, address: string, channels: readonly Channel[]): Channel | null {
  const isOwn = ({ settings, ...channel }: Channel) => {
    if (settings.protocol !== 'sgip' || channel.systemId !== name || channel.password !== password) return false
    const { gatewayAddresses = [] } = settings
    return gatewayAddresses.length === 0 || isAmong(addressList(gatewayAddresses), address)
  }
  return channels.find(isOwn) ?? null
}

interface VisitOptions {
  find: (request: Bind) => Channel | null
  onDelivery: (channel: Channel, delivery: Delivery) => void
  onProblem: (error: Error) => void
  onClose: () => void
  now: () => Date
}

/** A connection of a gateway to us. */
class GatewayVisit {
  readonly #options: VisitOptions
  readonly #connection: SgipConnection
  readonly #bindTimer: NodeJS.Timeout
  #channel: Channel | null = null

  constructor(socket: Socket, options: VisitOptions) {
    this.#options = options
    const onClose = () => {
      clearTimeout(this.#bindTimer)
      options.onClose()
    }
    // It sends nothing of its own: the number of its node is never used.
    const ours = { node: 0, counter: new CommandCounter(), now: options.now }
    const onRequest = (request: IncomingRequest) => this.#take(request)
    this.#connection = new SgipConnection(socket, { onRequest, onClose, onProtocolError: options.onProblem }, ours)
    this.#bindTimer = setTimeout(() => this.#connection.destroy('no bind'), bindLimitMs).unref()
  }

  destroy(): void {
    this.#connection.destroy('stopped')
  }

  #take(request: IncomingRequest): void {
    const connection = this.#connection
    if (request.command === 'bind') this.#bind(request)
    else if (!this.#channel) connection.end('not bound')
    else if (request.command === 'user_report') connection.answer(request, results.ok)
    else if (request.command === 'submit') connection.answer(request, results.parameter)
    else {
      this.#options.onDelivery(this.#channel, {
        ...(request.command === 'report' ? { report: reportOf(request), inbound: null } : { report: null, inbound: inboundOf(request) }),
        // What is not answered is brought again.
        answer: outcome => {
          if (outcome !== 'later' && connection.isOpen) connection.answer(request, outcome === 'stored' ? results.ok : results.parameter)
        },
      })
    }
  }

  /** Gateways bind with login type 2, some with 1. */
  #bind(request: Bind): void {
    clearTimeout(this.#bindTimer)
    this.#channel = this.#options.find(request)
    this.#connection.answer(request, this.#channel ? results.ok : results.login)
    if (this.#channel) return
    this.#options.onProblem(new Error(`an unknown gateway binds as ${request.name}`))
    this.#connection.end('bind refused')
  }
}

/** A state of 1 is not final; a code explains a failure. */
const words: Readonly<Record<number, string>> = { 0: 'DELIVRD', 1: 'ACCEPTD' }

function reportOf({ submit, phone, state, errorCode }: Report): CarrierReport {
  const word = words[state] ?? 'UNDELIV'
  return {
    upstreamId: messageIdOf(submit),
    state: word,
    code: state === 2 ? `SGIP:${errorCode}` : word,
    phone: barePhone(phone),
    doneAt: null,
  }
}

const inboundOf = (request: Deliver) => ({
  phone: barePhone(request.source),
  senderNumber: request.destination,
  ...decodeCarrierText(request),
})
