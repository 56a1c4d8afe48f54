import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { portOrThrow } from '#values/or-throw.ts'
import { Carrier, type CarrierOptions } from './carrier.ts'
import { CmppSession } from './cmpp-session.ts'
import { createControl } from './control.ts'
import { createHttpApi } from './http-api.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { Mailbox } from './mailbox.ts'
import { SgipCourier, SgipSession } from './sgip-session.ts'
import { SmgpSession } from './smgp-session.ts'
import { SmppSession } from './smpp-session.ts'

export interface CarrierSimOptions extends Partial<CarrierOptions> {
  host?: string
  /** 0 picks a free one. */
  smppPort?: number
  cmppPort?: number
  smgpPort?: number
  sgipPort?: number
  /** The port where SGIP customers on this machine listen for reports; 0: nowhere. */
  sgipListenerPort?: number
  apiPort?: number
  httpPort?: number
  mailPort?: number
}

export interface CarrierSim {
  smppPort: number
  cmppPort: number
  smgpPort: number
  sgipPort: number
  /** Of the carrier by HTTP. */
  apiPort: number
  /** Of the virtual handset. */
  httpPort: number
  mailPort: number
  /** The carrier itself, for tests in the same process. */
  carrier: Carrier
  close(): Promise<void>
}

/**
 * System ids (at most 15 characters, SMPP 3.4 §5.2.1) and passwords that the default installation's channels bind with.
 */
export const defaultSystems = { 'hongyan-notice': 'simulate', 'hongyan-market': 'simulate' }
/** Accounts of the protocols of China's carriers and their secrets, for channels that staff set up. */
const defaultAccounts = {
  cmppAccounts: { '901234': 'simulate' },
  smgpAccounts: { '10690001': 'simulate' },
  sgipAccounts: { hongyan: 'simulate' },
  httpAccounts: { 'hongyan-http': 'simulate' },
}

const defaults: CarrierOptions = {
  systems: defaultSystems,
  ...defaultAccounts,
  reportDelayMs: 300,
  deliverWindow: 100,
  deliverTimeoutMs: 30_000,
  messageIds: { base: 'decimal', digits: 0 },
  remembers: true,
  traceFile: null,
  random: Math.random,
}

/**
 * Simulated carrier: SMPP 3.4, CMPP, SMGP, SGIP and an HTTP API on a port each, the virtual handset and
 * mailbox with the control API on another, SMTP on one more. Rejects when a port is taken.
 */
export async function startCarrierSim(options: CarrierSimOptions = {}): Promise<CarrierSim> {
  const {
    host = '127.0.0.1',
    smppPort = 0,
    cmppPort = 0,
    smgpPort = 0,
    sgipPort = 0,
    sgipListenerPort = 0,
    apiPort = 0,
    httpPort = 0,
    mailPort = 0,
    ...rest
  } = options
  const carrier = new Carrier({ ...defaults, ...rest })
  const door = (Session: typeof SmppSession | typeof CmppSession | typeof SmgpSession | typeof SgipSession) =>
    createServer({ noDelay: true }, socket => {
      if (carrier.isFull) socket.destroy()
      else new Session(carrier, socket)
    })
  const smpp = door(SmppSession)
  const cmpp = door(CmppSession)
  const smgp = door(SmgpSession)
  const sgip = door(SgipSession)
  if (sgipListenerPort > 0)
    for (const customer of Object.keys(carrier.options.sgipAccounts))
      carrier.attach(new SgipCourier(carrier, customer, { host, port: sgipListenerPort }), customer)
  const mailbox = new Mailbox()
  const http = createControl(carrier, mailbox)
  const api = createHttpApi(carrier)
  let mail: MailServer | null = null
  const close = async () => {
    smpp.close()
    cmpp.close()
    smgp.close()
    sgip.close()
    http.close()
    http.closeAllConnections()
    api.close()
    api.closeAllConnections()
    await mail?.close()
    await carrier.close()
  }
  try {
    await Promise.all([
      listen(smpp, smppPort, host),
      listen(cmpp, cmppPort, host),
      listen(smgp, smgpPort, host),
      listen(sgip, sgipPort, host),
      listen(http, httpPort, host),
      listen(api, apiPort, host),
    ])
    mail = await startMailServer(mailbox, { host, port: mailPort, now: () => new Date() })
  } catch (error) {
    await close()
    throw error
  }
  return {
    smppPort: portOf(smpp),
    cmppPort: portOf(cmpp),
    smgpPort: portOf(smgp),
    sgipPort: portOf(sgip),
    apiPort: portOf(api),
    httpPort: portOf(http),
    mailPort: mail.port,
    carrier,
    close,
  }
}

async function listen(server: Server | HttpServer, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function portOf(server: Server | HttpServer): number {
  return portOrThrow(server)
}
