import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { actionOfCall, isLogged, kindOfCall } from '#contract/identity/audit-log-labels.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { type AuditLogLine, type Change, objectName, recordLine } from '#domain/identity/index.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import type { App, Session } from './app.ts'
import { routeOf, safeMethods } from './origin.ts'
import type { Services } from './serve.ts'

/** Details that a handler adds to its audit log line. Secrets are removed by the names of their fields. */
export interface AuditDetail extends Change {
  /** The object of the act, as people read it. Without it: the name in the input, or its first id. */
  object?: string | null
  /** How to undo the act, or which one this act undoes. */
  undoId?: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw input, before parsing: its ids are the ones that people see. */
    sent: unknown
    /** The authenticated session, and whether the act has its log line already. */
    entered: Session | null
    hasLine: boolean
    /** Why the request was refused. */
    refusal: { code: string; message: string } | null
  }
}

/** Keeps the facts of a request that the audit log needs. */
export function keepFacts(app: App): void {
  app.decorateRequest('sent', null)
  app.decorateRequest('entered', null)
  app.decorateRequest('hasLine', false)
  app.decorateRequest('refusal', null)
  app.addHook('onError', async (request: FastifyRequest, _reply, error: unknown) => {
    request.refusal = error instanceof Refusal ? error : { code: 'bug', message: '系统出错' }
  })
  app.addHook('preValidation', async (request: FastifyRequest) => {
    request.sent = request.body
  })
}

/**
 * Audit log of routes that accept bytes (files of numbers, documents, pictures): what a member uploads is logged when
 * it is answered. Together with `withLine` this covers every unsafe request of a member.
 */
export function recordByteRoutes(app: App, { db, now }: Pick<Services, 'db' | 'now'>): void {
  app.addHook('onResponse', async (request: FastifyRequest) => {
    const { entered: session, method } = request
    if (!session || safeMethods.has(method) || request.hasLine) return
    const path = routeOf(request)
    const line: AuditLogLine = {
      memberId: session.member.memberId,
      actor: session.member.name,
      kind: 'operation',
      action: actionOfCall({ path: path as `/api/${string}` }),
      result: request.refusal?.code ?? 'ok',
      reason: request.refusal?.message ?? null,
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      requestId: request.id,
      detail: { ...Object(request.query) },
      at: now(),
    }
    await asAccount(db, session.account, tx => recordLine(tx, session.account, line))
  })
}

/** Origin of an act: request id, client address and user agent. */
export interface Origin {
  requestId: string
  address: string
  agent: string
  now: () => Date
}

/**
 * Audit log: runs a member's act and writes its line, in the act's own transaction when it succeeds, in a separate one
 * when it is refused. This is the only way to a member's handler, so no call can skip it. `act` returns whether it
 * really acted: an idempotent replay writes no second line.
 */
export async function withLine<Answer>(
  { db, call, session, origin, request }: { db: Db; call: Call; session: Session; origin: Origin; request: FastifyRequest },
  act: (log: { note: (detail: AuditDetail) => void; begin: (tx: Tx) => Promise<void>; done: (tx: Tx) => Promise<void> }) => Promise<Answer>,
): Promise<Answer> {
  const { sent } = request
  request.hasLine = true
  if (!isLogged(call)) return act({ note: () => undefined, begin: async () => undefined, done: async () => undefined })
  let detail: AuditDetail = {}
  const nameIn = async (tx: Tx) =>
    isFields(sent) ? objectName(tx, session.account, firstOrThrow(actionOfCall(call).split('/')), sent) : null
  const line = (result: string, reason: string | null = null): AuditLogLine => ({
    memberId: session.member.memberId,
    actor: session.member.name,
    kind: kindOfCall(call),
    action: actionOfCall(call),
    object: detail.object ?? firstId(sent),
    result,
    reason,
    ...pick(origin, 'address', 'agent', 'requestId'),
    detail: detailOf(sent, detail),
    change: detail.before || detail.after ? { before: detail.before ?? null, after: detail.after ?? null } : null,
    at: origin.now(),
  })
  const note = (next: AuditDetail) => {
    detail = { ...detail, ...next }
  }
  // Before the act: afterwards its object may have another name, or be deleted.
  const begin = async (tx: Tx) => note({ object: await nameIn(tx) })
  try {
    return await act({ note, begin, done: tx => recordLine(tx, session.account, line('ok')) })
  } catch (error) {
    if (error instanceof Refusal)
      await asAccount(db, session.account, async tx => {
        if (detail.object === undefined) await begin(tx)
        await recordLine(tx, session.account, line(error.code, error.message))
      })
    throw error
  }
}

const detailOf = (sent: unknown, { undoId }: AuditDetail) => {
  const fields = isFields(sent) ? sent : null
  return undoId ? { ...fields, undoId: encodeId('undo', undoId) } : fields
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function firstId(sent: unknown): string | null {
  if (!isFields(sent)) return null
  const [, id] = Object.entries(sent).find(([name, value]) => /Id$/.test(name) && typeof value === 'string') ?? []
  return typeof id === 'string' ? id : null
}
