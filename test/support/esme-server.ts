import pino from 'pino'
import type { AppKind } from '#contract/apps/app-labels.ts'
import { asAccount } from '#db/connect.ts'
import { AccessGuard } from '#domain/apps/access-guard.ts'
import { AdmissionControl } from '#domain/apps/admission.ts'
import { createApp } from '#domain/apps/app.ts'
import { openEsme } from '#domain/apps/esme-account.ts'
import { KeyCache } from '#domain/apps/key-cache.ts'
import { RequestLog } from '#domain/apps/request-log.ts'
import { type Outcome, settleMessages } from '#domain/delivery/settle.ts'
import type { ServerOptions } from '#esme/server.ts'
import { cmppServer, smppServer } from '#esme/servers.ts'
import { Submissions } from '#esme/submission.ts'
import { type ConnectOptions, connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { AnswerPdu, DeliverSm, MessageAnswer, SubmitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { newId } from '#values/id.ts'
import { createChannel } from './channel.ts'
import type { TestDatabase } from './database.ts'
import { createSender, type Sending } from './sending.ts'

export const smppSecret = 'only programs that our tests start know this word: tulip 48'

/** An account that may send, with templates, an app and its SMPP account. */
export interface SmppCustomer extends Sending {
  appId: string
  systemId: string
  password: string
}

const templates = [
  { code: 'SMS_1', kind: 'otp', text: '您的验证码为${code}，5分钟内有效', variables: [{ name: 'code', kind: 'code', maxLength: 6 }] },
  {
    code: 'SMS_2',
    kind: 'transactional',
    text: '${name}您好，您的订单已发货，请注意查收：${what}。',
    variables: [
      { name: 'name', kind: 'text', maxLength: 20 },
      { name: 'what', kind: 'text', maxLength: 35 },
    ],
  },
  { code: 'SMS_3', kind: 'transactional', text: `长文${'一二三四五六七八九十'.repeat(14)}完`, variables: [] },
  { code: 'SMS_4', kind: 'transactional', text: 'Your parcel ${n} has arrived', variables: [{ name: 'n', kind: 'digits', maxLength: 9 }] },
]

let made = 0

/** What every database needs to accept messages: a channel, its segment 192, and that of the sandbox's numbers. */
export async function seedCarrier(database: TestDatabase): Promise<void> {
  await database.platformDb
    .insertInto('numberSegment')
    .values([
      { prefix: '192', carrier: 'broadnet' },
      { prefix: '199', carrier: 'telecom' },
    ])
    .execute()
  await createChannel(database.platformDb, { senderNumber: '10690000', carriers: ['broadnet'] })
}

export async function createSmppCustomer(
  database: TestDatabase,
  segmentCount = 1_000,
  kind: AppKind = 'production',
): Promise<SmppCustomer> {
  const sending = await createSender(database.db, { segmentCount })
  const { account } = sending
  made += 1
  const now = new Date()
  return asAccount(database.db, account, async tx => {
    for (const { variables, ...template } of templates)
      await tx
        .insertInto('template')
        .values({
          ...template,
          accountId: account,
          templateId: newId(),
          name: template.code,
          variables: JSON.stringify(variables),
          state: 'approved',
        })
        .execute()
    const { appId } = await createApp(tx, account, { name: `订单系统${made}`, kind, memberId: null, now })
    const { loginName, password } = await openEsme(tx, account, { appId, protocol: 'smpp', secret: smppSecret, now })
    return { ...sending, appId, systemId: loginName, password }
  })
}

type EsmeTestOptions = Partial<ServerOptions> & { admission?: AdmissionControl }

/** The SMPP server in this process, on a free port. `elapsedMs` is the clock of its rate limits. */
export const startSmpp = (database: TestDatabase, options: EsmeTestOptions = {}, elapsedMs = () => performance.now()) =>
  startEsme(smppServer, database, options, elapsedMs)

/** The CMPP server likewise; the gateway code of its message ids is 100000. */
export const startCmpp = (database: TestDatabase, options: EsmeTestOptions = {}) =>
  startEsme((context, at) => cmppServer(context, at, 100_000), database, options)

async function startEsme(
  serverOf: typeof smppServer,
  database: TestDatabase,
  options: EsmeTestOptions,
  elapsedMs = () => performance.now(),
) {
  const now = () => new Date()
  const log = new RequestLog(database.db)
  const server = serverOf(
    {
      db: database.db,
      platformDb: database.platformDb,
      secret: smppSecret,
      ring: new KeyCache(database.db, smppSecret, now),
      gate: new AccessGuard(),
      admission: options.admission ?? new AdmissionControl(),
      log,
      submissions: new Submissions(database.db, now),
      now,
      elapsedMs,
      logger: pino({ level: 'silent' }),
    },
    { host: '127.0.0.1', port: 0, penaltyMs: 1, deliverEveryMs: 20, watchEveryMs: 50, ...options },
  )
  const port = await server.listen()
  return {
    port,
    log,
    close: async () => {
      await server.close()
      await log.flush()
    },
  }
}

/** An account that may send, with an app and its CMPP account. */
export async function createCmppCustomer(database: TestDatabase, segmentCount = 1_000) {
  const { systemId: _, password: __, ...customer } = await createSmppCustomer(database, segmentCount)
  const opening = { appId: customer.appId, protocol: 'cmpp' as const, secret: smppSecret, now: new Date() }
  return { ...customer, ...(await asAccount(database.db, customer.account, tx => openEsme(tx, customer.account, opening))) }
}

/** A bound program that answers requests, and records them. */
export interface TestProgram {
  connection: SmppConnection
  delivered: DeliverSm[]
  ended: Promise<string>
  /** Submits and waits for the answer. */
  submit: (request: SubmitSm) => Promise<MessageAnswer>
}

export async function bindProgram(
  options: Partial<ConnectOptions> & { port: number; systemId: string; password: string },
  statusOf: (request: DeliverSm) => number | null = () => statuses.ok,
): Promise<TestProgram> {
  const delivered: DeliverSm[] = []
  const ended = Promise.withResolvers<string>()
  const connection = await connectSmpp(
    { host: '127.0.0.1', ...options },
    {
      onRequest: (request, from) => {
        if (request.command !== 'deliver_sm') return
        delivered.push(request)
        const status = statusOf(request)
        if (status !== null) from.answer(request, status)
      },
      onClose: ended.resolve,
    },
  )
  return { connection, delivered, ended: ended.promise, submit: request => ask(connection, request) as Promise<MessageAnswer> }
}

/** Sends a request and returns its answer. */
export function ask(connection: SmppConnection, request: Parameters<SmppConnection['send']>[0]): Promise<AnswerPdu> {
  return new Promise((resolve, reject) => {
    const isSent = connection.send(request, (answer, failure) => {
      if (answer) resolve(answer)
      else reject(new Error(`no answer: ${failure}`))
    })
    if (!isSent) reject(new Error('no slot is free'))
  })
}

export const messagesOf = (database: TestDatabase, { account }: Pick<Sending, 'account'>) =>
  asAccount(database.db, account, tx =>
    tx
      .selectFrom('message')
      .select(['messageId', 'phone', 'content', 'templateId', 'ingress', 'state', 'segmentCount', 'kind'])
      .where('accountId', '=', account)
      .orderBy('messageId')
      .execute(),
  )

/** Ends messages as delivery reports would. */
export const settle = (database: TestDatabase, { account }: Pick<Sending, 'account'>, outcomes: readonly Outcome[]) =>
  asAccount(database.platformDb, account, tx => settleMessages(tx, account, outcomes))

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 10))
}
