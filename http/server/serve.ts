import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Audience, Call, CallInput } from '#contract/call.ts'
import { isLogged } from '#contract/identity/audit-log-labels.ts'
import type { OnlyStaffActFields } from '#contract/identity/staff-act.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform, type Db, type Tx } from '#db/connect.ts'
import { requireCapability } from '#domain/identity/index.ts'
import { recordStaffAct, type StaffAct } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import type { App, Session, StaffSession } from './app.ts'
import { type AuditDetail, keepFacts, recordByteRoutes, withLine } from './audit.ts'
import { answerOnce, answersOfAccount, answersOfStaff, findFirstAnswer, type Once } from './idempotency.ts'
import { readMember, readStaff, requirePermission, requireStaffPermission } from './member.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a member's or a staff call. */
    member: Session | null
    staff: StaffSession | null
  }
}

interface RequestFacts {
  requestId: string
  /** Address of the client. */
  address: string
  agent: string
  now: () => Date
  /** For the few calls that set cookies. */
  http: { request: FastifyRequest; reply: FastifyReply }
}

/**
 * Contexts of handlers, by audience. Visitors' calls open their own transactions. Those of members and staff run in
 * one, and have no `Db`: a call never holds two connections of a pool, or a few concurrent calls would exhaust it for
 * everybody.
 */
export interface VisitorContext extends RequestFacts {
  db: Db
  session: Session | null
}
interface MemberFacts extends RequestFacts {
  account: AccountId
  member: Session['member']
  /** Impersonation: name of the member of staff who views the account; null: the member. */
  staffName: string | null
  sessionId: string
}
export interface MemberContext extends MemberFacts {
  tx: Tx
  /**
   * Adds details of an act to the account's audit log. The line itself is written for every act, with input and
   * outcome.
   */
  note: (detail: AuditDetail) => void
  /** Registers work in a transaction of its own, after this one has committed and before the answer. */
  afterCommit: (work: (db: Db) => Promise<unknown>) => void
  /** Registers work in a transaction of its own for when a refusal rolls this one back, such as counting an attempt. */
  afterRefusal: (work: (db: Db) => Promise<unknown>) => void
}
interface StaffFacts extends RequestFacts {
  staff: StaffSession
}
export interface StaffContext extends StaffFacts {
  /** With the platform's role, which sees every account. */
  tx: Tx
  /** Adds the object of an act to the staff audit log. The line itself is written for every act, with its outcome. */
  note: <Detail extends object>(
    detail: Pick<StaffAct, 'account' | 'object' | 'change'> & { detail?: OnlyStaffActFields<Detail> | null },
  ) => void
}
type ContextOf<Who> = Who extends { kind: 'visitor' } ? VisitorContext : Who extends { kind: 'member' } ? MemberContext : StaffContext
type FactsOf<Who> = Who extends { kind: 'member' }
  ? MemberFacts & { db: Db }
  : Who extends { kind: 'staff' }
    ? StaffFacts & { db: Db }
    : never

/**
 * An answer, or a function that makes it after the commit, without a connection: requests to remote servers take
 * seconds.
 */
export type Outcome<Answer> = Answer | ((db: Db) => Promise<Answer>)

/** A call with its handler. */
export interface Handler {
  call: Call
  /**
   * Runs before the transaction; `run` gets its result. For remote requests, separate transactions or slow work. It may
   * run twice for one idempotency key.
   */
  prepare?: (context: never, input: never) => Promise<unknown>
  run: (context: never, input: never, prepared: never) => Promise<unknown>
}

/** What a handler returns: nothing where the call's answer is empty. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function without a return has no other type
type Returned<Answer extends z.ZodType> = Record<string, never> extends z.output<Answer> ? z.output<Answer> | void : z.output<Answer>

const filled = (answer: unknown = {}) => answer
/** Answers nothing as an empty object. */
const answering =
  <Args extends unknown[]>(run: (...args: Args) => Promise<unknown>) =>
  async (...args: Args) => {
    const outcome = await run(...args)
    return isUnfinished(outcome) ? async (db: Db) => filled(await outcome(db)) : filled(outcome)
  }

/** Pairs a call with its handler; input and answer are in parsed form (UUIDs, Dates). */
export function handle<Input extends z.ZodObject, Answer extends z.ZodType, Who extends Audience>(
  call: Call<Input, Answer, Who>,
  run: (context: ContextOf<Who>, input: CallInput<typeof call>) => Promise<Outcome<Returned<Answer>>>,
): Handler {
  return { call, run: answering(run) }
}

/** The same with work before the transaction. */
export function handlePrepared<Input extends z.ZodObject, Answer extends z.ZodType, Who extends Audience, Prepared>(
  call: Call<Input, Answer, Who>,
  prepare: (context: FactsOf<Who>, input: CallInput<typeof call>) => Promise<Prepared>,
  run: (context: ContextOf<Who>, input: CallInput<typeof call>, prepared: Prepared) => Promise<Outcome<Returned<Answer>>>,
): Handler {
  return { call, prepare, run: answering(run) }
}

/** What handlers run on: the database, the clock, and authentication by a request's cookie. */
export interface Services {
  db: Db
  now: () => Date
  readSession?: (db: Db, request: FastifyRequest, now: Date) => Promise<Session | null>
  /** Staff without an authenticator may only bind one. */
  isStaffTotpRequired?: boolean
  readStaffSession?: (db: Db, request: FastifyRequest, now: Date) => Promise<StaffSession | null>
}

/** Serves each handler at its call's method and path. */
export function serve(app: App, services: Services, handlers: readonly Handler[]): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  app.decorateRequest('member', null)
  app.decorateRequest('staff', null)
  keepFacts(app)
  if (services.readSession) recordByteRoutes(app, services)
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
      // Before the input is parsed: strangers learn nothing of a call's input.
      onRequest: async (request: FastifyRequest) => {
        if (call.audience.kind === 'member') request.member = await readMember(services, request)
        if (call.audience.kind === 'staff') request.staff = await readStaff(services, request)
      },
      handler: async (request, reply) => {
        return answer(handler, services, request, reply)
      },
    })
  }
}

async function answer(handler: Handler, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { audience } = handler.call
  const facts: RequestFacts = {
    requestId: request.id,
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, 300) ?? '',
    now: services.now,
    http: { request, reply },
  }
  if (audience.kind === 'visitor') {
    const session = services.readSession ? await services.readSession(services.db, request, services.now()) : null
    const { run } = stepsOf<never, VisitorContext>(handler)
    return run({ ...facts, db: services.db, session }, inputOf(handler, request), undefined)
  }
  if (audience.kind === 'staff') return answerStaff(handler, services, facts)
  return answerMember(handler, services, facts)
}

/** One transaction of the member's account. Every act is recorded in the account's audit log. */
async function answerMember(handler: Handler, services: Services, facts: RequestFacts): Promise<unknown> {
  const { call } = handler
  const { request, reply } = facts.http
  const { db } = services
  const session = request.member!
  const { account, member, sessionId, staffName } = session
  const input = inputOf(handler, request)
  const about: MemberFacts = { ...facts, account, member, sessionId, staffName }
  const { prepare, run } = stepsOf<MemberFacts, MemberContext>(handler)
  const afterwards: ((db: Db) => Promise<unknown>)[] = []
  const afterCommit: MemberContext['afterCommit'] = work => void afterwards.push(work)
  const afterRefusals: ((db: Db) => Promise<unknown>)[] = []
  const afterRefusal: MemberContext['afterRefusal'] = work => void afterRefusals.push(work)
  const requireNeeds = async (tx: Tx) => {
    if (call.needs) await requireCapability(tx, account, call.needs, services.now())
  }
  const outcome = await withLine({ db, call, session, origin: facts, request }, async ({ note, begin, done }) => {
    requirePermission(session, call.audience.kind === 'member' ? call.audience.permission : null)
    const answers = (tx: Tx) => answersOfAccount(tx, account)
    const attempt = call.once ? onceOf(call, request, reply) : null
    let prepared: unknown
    if (prepare) {
      const first = await asAccount(db, account, async tx => {
        await requireNeeds(tx)
        return attempt && findFirstAnswer(answers(tx), attempt)
      })
      if (first) return first.answer
      prepared = await prepare({ ...about, db }, input)
    }
    return asAccount(db, account, async tx => {
      const act = async () => {
        await begin(tx)
        await requireNeeds(tx)
        const answer = await run({ ...about, tx, note, afterCommit, afterRefusal }, input, prepared)
        await done(tx)
        return answer
      }
      return attempt ? answerOnce(answers(tx), attempt, act) : act()
    })
  }).catch(async error => {
    if (error instanceof Refusal) for (const work of afterRefusals) await work(db)
    throw error
  })
  for (const work of afterwards) await work(db)
  return isUnfinished(outcome) ? outcome(db) : outcome
}

/** The steps of a handler, in order. */
interface Steps<Facts, Context> {
  prepare?: (context: Facts & { db: Db }, input: unknown) => Promise<unknown>
  run: (context: Context, input: unknown, prepared: unknown) => Promise<Outcome<unknown>>
}

/** `handle` has paired the steps with the contexts of the call's audience and its input. */
const stepsOf = <Facts, Context>({ prepare, run }: Handler) => ({ prepare, run }) as Steps<Facts, Context>

/** As Fastify has parsed it by the call's schema. */
const inputOf = ({ call }: Handler, request: FastifyRequest): unknown => (call.method === 'GET' ? request.query : request.body)

export const isUnfinished = <Answer>(outcome: Outcome<Answer>): outcome is (db: Db) => Promise<Answer> => typeof outcome === 'function'

function onceOf(call: Call, request: FastifyRequest, reply: FastifyReply): Once {
  const key = request.headers['idempotency-key']
  return { key: typeof key === 'string' ? key : '', call: call.path, body: request.body, answerSchema: call.answer, reply }
}

/**
 * One transaction with the platform's role. Every act is recorded in the staff audit log: in the same transaction when
 * it succeeds, in a separate one when it is refused.
 */
async function answerStaff(handler: Handler, services: Services, facts: RequestFacts): Promise<unknown> {
  const { call } = handler
  const { request, reply } = facts.http
  const { db } = services
  const staff = request.staff!
  const isAct = isLogged(call)
  let detail: Pick<StaffAct, 'account' | 'object' | 'detail' | 'change'> = {}
  const line = (result: string): StaffAct => ({
    staffId: staff.staffId,
    action: call.path.replace('/api/admin/', ''),
    result,
    address: facts.address,
    requestId: facts.requestId,
    at: services.now(),
    ...detail,
  })
  const { prepare, run } = stepsOf<StaffFacts, StaffContext>(handler)
  const input = inputOf(handler, request)
  const note: StaffContext['note'] = next => {
    detail = { ...detail, ...next }
  }
  try {
    requireStaffPermission(staff, call.audience.kind === 'staff' ? call.audience.permission : null)
    const answers = (tx: Tx) => answersOfStaff(tx, staff.staffId)
    const attempt = call.once ? onceOf(call, request, reply) : null
    let prepared: unknown
    if (prepare) {
      const first = attempt && (await asPlatform(db, tx => findFirstAnswer(answers(tx), attempt)))
      if (first) return first.answer
      prepared = await prepare({ ...facts, db, staff }, input)
    }
    const outcome = await asPlatform(db, tx => {
      const act = async () => {
        const answer = await run({ ...facts, tx, staff, note }, input, prepared)
        if (isAct) await recordStaffAct(tx, line('ok'))
        return answer
      }
      return attempt ? answerOnce(answers(tx), attempt, act) : act()
    })
    return isUnfinished(outcome) ? await outcome(db) : outcome
  } catch (error) {
    if (isAct && error instanceof Refusal) await recordStaffAct(db, line(error.code))
    throw error
  }
}
