import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Audience, Call, Given, Taken } from '#contract/call.ts'
import { staffPermissionNames, staffRoles } from '#contract/permission.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { OnlyStaffActFields } from '#contract/staff-act.ts'
import { asAccount, asPlatform, type Db, type Tx } from '#db/connect.ts'
import { requireCapability } from '#domain/account/capability.ts'
import { recordStaffAct, type StaffAct } from '#domain/staff/activity.ts'
import type { AccountId } from '#values/id.ts'
import type { App, Session, StaffSession } from './app.ts'
import { keepFacts, recordDoors, type Told, withLine } from './audit.ts'
import { answerOnce, answerStaffOnce } from './idempotency.ts'
import { requireMember, requirePermission, requireProof } from './member.ts'

interface RequestFacts {
  requestId: string
  /** Address of the client. */
  address: string
  agent: string
  now: () => Date
  /** For the few calls that set cookies. */
  http: { request: FastifyRequest; reply: FastifyReply }
}

/** What a handler of each audience gets beside its input. Member and staff calls run in one transaction, visitors' open their own. */
export interface VisitorContext extends RequestFacts {
  db: Db
  session: Session | null
}
export interface MemberContext extends RequestFacts {
  db: Db
  tx: Tx
  account: AccountId
  member: Session['member']
  /** One of the staff who looks at the account, by name; null: the member. */
  staffName: string | null
  sessionId: string
  /** Says for the account's log what an act changes. The line itself is written for every act, with what was sent and its outcome. */
  note: (told: Told) => void
  /** Work in a transaction of its own, before the answer, when this one has committed: one inside of it would hold two connections at a time. */
  afterCommit: (work: () => Promise<unknown>) => void
  /** Work in a transaction of its own when this one ends with a refusal, which takes back everything else: a try that counts. */
  afterRefusal: (work: () => Promise<unknown>) => void
}
export interface StaffContext extends RequestFacts {
  /** Of the platform's role, which sees every account. */
  db: Db
  tx: Tx
  staff: StaffSession
  /** Says for the staff's log what an act is done to. The line itself is written for every act, with its outcome. */
  note: <Detail extends object>(
    told: Pick<StaffAct, 'account' | 'object' | 'change'> & { detail?: OnlyStaffActFields<Detail> | null },
  ) => void
}
type ContextOf<Who> = Who extends { kind: 'visitor' } ? VisitorContext : Who extends { kind: 'member' } ? MemberContext : StaffContext

/** A call with what answers it. */
export interface Handler {
  call: Call
  run: (context: never, input: never) => Promise<unknown>
}

/** Pairs a call with its answer; input and answer are the parsed form (UUIDs, Dates). */
export function handle<Input extends z.ZodObject, Answer extends z.ZodType, Who extends Audience>(
  call: Call<Input, Answer, Who>,
  run: (context: ContextOf<Who>, input: Taken<typeof call>) => Promise<Given<typeof call>>,
): Handler {
  return { call, run } as unknown as Handler
}

/** Who is asking: the program's own way from a request's cookie to a session. */
export interface Doors {
  db: Db
  now: () => Date
  readSession?: (db: Db, request: FastifyRequest, now: Date) => Promise<Session | null>
  /** Staff without an authenticator may do nothing but bind one. */
  isStaffTotpRequired?: boolean
  readStaffSession?: (db: Db, request: FastifyRequest, now: Date) => Promise<StaffSession | null>
}

/** Serves every handler at its call's method and path. */
export function serve(app: App, doors: Doors, handlers: readonly Handler[]): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  keepFacts(app)
  if (doors.readSession) recordDoors(app, doors)
  for (const handler of handlers) {
    const { call } = handler
    typed.route({
      method: call.method,
      url: call.path,
      schema: {
        summary: call.summary,
        ...(call.method === 'GET' ? { querystring: call.input } : { body: call.input }),
        response: { 200: call.answer },
      },
      handler: async (request, reply) => {
        const input = (call.method === 'GET' ? request.query : request.body) as never
        return answer(handler, doors, request, reply, input)
      },
    })
  }
}

async function answer(handler: Handler, doors: Doors, request: FastifyRequest, reply: FastifyReply, input: never): Promise<unknown> {
  const { audience } = handler.call
  const facts: RequestFacts = {
    requestId: request.id,
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, 300) ?? '',
    now: doors.now,
    http: { request, reply },
  }
  const run = handler.run as (context: unknown, input: unknown) => Promise<unknown>
  if (audience.kind === 'visitor') {
    const session = doors.readSession ? await doors.readSession(doors.db, request, doors.now()) : null
    return run({ ...facts, db: doors.db, session } satisfies VisitorContext, input)
  }
  if (audience.kind === 'staff') return answerStaff(handler, doors, facts, input)
  return answerMember(handler, doors, facts)
}

/** One transaction of the member's account. Every act leaves a line in the account's log. */
async function answerMember(handler: Handler, doors: Doors, facts: RequestFacts): Promise<unknown> {
  const { call } = handler
  const { request, reply } = facts.http
  const { db } = doors
  const session = await requireMember(doors, request, null)
  const { account, member, sessionId, staffName } = session
  const input = call.method === 'GET' ? request.query : request.body
  const run = handler.run as (context: MemberContext, input: unknown) => Promise<unknown>
  const afterwards: (() => Promise<unknown>)[] = []
  const afterCommit = (work: () => Promise<unknown>) => void afterwards.push(work)
  const afterRefusals: (() => Promise<unknown>)[] = []
  const afterRefusal = (work: () => Promise<unknown>) => void afterRefusals.push(work)
  const given = await withLine({ db, call, session, origin: facts, request }, async ({ note, begin, done }) => {
    requirePermission(session, call.audience.kind === 'member' ? call.audience.permission : null)
    return asAccount(db, account, async tx => {
      const act = async () => {
        await begin(tx)
        if (call.needs) await requireCapability(tx, account, call.needs, doors.now())
        const answer = await run({ ...facts, db, tx, account, member, sessionId, staffName, note, afterCommit, afterRefusal }, input)
        await done(tx)
        return answer
      }
      if (!call.once) return act()
      const key = request.headers['idempotency-key']
      return answerOnce(tx, account, {
        key: typeof key === 'string' ? key : '',
        call: call.path,
        body: request.body,
        answerSchema: call.answer,
        act,
        reply,
      })
    })
  }).catch(async error => {
    if (error instanceof Refusal) for (const work of afterRefusals) await work()
    throw error
  })
  for (const work of afterwards) await work()
  return given
}

/** One transaction of the platform's role. Every act leaves a line in the staff's log: done in the same transaction, refused in one of its own. */
async function answerStaff(handler: Handler, doors: Doors, facts: RequestFacts, input: never): Promise<unknown> {
  const { call } = handler
  const { request, reply } = facts.http
  const staff = await doors.readStaffSession?.(doors.db, request, doors.now())
  if (!staff) refuse('not_signed_in')
  requireProof(doors, staff, call.path)
  const isAct = call.method === 'POST'
  let told: Pick<StaffAct, 'account' | 'object' | 'detail' | 'change'> = {}
  const line = (result: string): StaffAct => ({
    staffId: staff.staffId,
    action: call.path.replace('/api/operator/', ''),
    result,
    address: facts.address,
    requestId: facts.requestId,
    at: doors.now(),
    ...told,
  })
  const run = handler.run as (context: StaffContext, input: unknown) => Promise<unknown>
  try {
    mayStaff(call, staff)
    return await asPlatform(doors.db, tx => {
      const act = async () => {
        const note: StaffContext['note'] = next => {
          told = { ...told, ...next }
        }
        const answer = await run({ ...facts, db: doors.db, tx, staff, note }, input)
        if (isAct) await recordStaffAct(tx, line('ok'))
        return answer
      }
      if (!call.once) return act()
      const key = request.headers['idempotency-key']
      return answerStaffOnce(tx, staff.staffId, {
        key: typeof key === 'string' ? key : '',
        call: call.path,
        body: request.body,
        answerSchema: call.answer,
        act,
        reply,
      })
    })
  } catch (error) {
    if (isAct && error instanceof Refusal) await recordStaffAct(doors.db, line(error.code))
    throw error
  }
}

function mayStaff(call: Call, staff: StaffSession): void {
  const permission = call.audience.kind === 'staff' ? call.audience.permission : null
  if (permission && !staffRoles[staff.role].may.includes(permission))
    refuse('staff_not_allowed', { permission: staffPermissionNames[permission] })
}
