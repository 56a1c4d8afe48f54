import { sql } from 'kysely'
import type { Ingress } from '#contract/apps/app-labels.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import type { RequestDetail } from '#db/json.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { type AddressUse, countAddresses } from './address-use.ts'
import { measureRequest } from './metrics.ts'

/** An answered request of an app. */
export interface RequestRecord {
  account: AccountId
  appId: string
  accessKeyId: string | null
  requestId: string
  ingress: Ingress
  /** `SendSms`, `POST /openapi/v1/messages`, `submit_sm`. */
  action: string
  httpStatus: number
  /** The result code of the ingress's own protocol; only `ok` (in any letter case) isn't a refusal. */
  code: string
  message: string
  ip: string
  elapsedMs: number
  at: Date
  detail?: RequestDetail | null
}

const flushEveryMs = 500
/** Of an app with more requests than are kept, most are never written. */
const floodedFlushEveryMs = 5_000

/**
 * Request log: keeps the last requests of each app for its owner. Buffered in memory and written in batches, off the
 * request path; losing some in a crash is acceptable.
 */
export class RequestLog {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<string, { notes: RequestRecord[]; sinceMs: number }>()
  readonly #addresses = new Map<AccountId, Map<string, AddressUse>>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, onError: (error: unknown) => void = () => undefined) {
    this.#db = db
    this.#onError = onError
  }

  note(note: RequestRecord): void {
    measureRequest(note)
    const key = `${note.account} ${note.appId} ${isRefused(note)}`
    const waiting = this.#waiting.get(key) ?? { notes: [], sinceMs: performance.now() }
    waiting.notes.push(note)
    // Older ones are never shown, so they aren't written.
    if (waiting.notes.length > 2 * limits.loggedRequests) waiting.notes.splice(0, waiting.notes.length - limits.loggedRequests)
    this.#waiting.set(key, waiting)
    this.#countAddress(note)
    this.#startTimer()
  }

  #startTimer(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#flush(performance.now() - floodedFlushEveryMs)
    }, flushEveryMs).unref()
  }

  /** Every request counts for its client address, also those not kept in the log. */
  #countAddress(note: RequestRecord): void {
    const uses = this.#addresses.get(note.account) ?? new Map<string, AddressUse>()
    this.#addresses.set(note.account, uses)
    const { appId, ip: address } = note
    const hour = Math.floor(note.at.getTime() / 3_600_000)
    const use = uses.get(`${appId} ${hour} ${address}`) ?? { appId, hour, address, requestCount: 0, refusedCount: 0 }
    uses.set(`${appId} ${hour} ${address}`, use)
    use.requestCount += 1
    if (isRefused(note)) use.refusedCount += 1
  }

  /** Writes the buffer; call it when the program ends. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    return this.#flush(Number.POSITIVE_INFINITY)
  }

  /** `floodedBeforeMs`: full buffers that began later wait. */
  #flush(floodedBeforeMs: number): Promise<void> {
    // Chained behind the write in progress, so that callers wait for both.
    this.#writing = this.#writing.then(() => this.#write(floodedBeforeMs))
    return this.#writing
  }

  async #write(floodedBeforeMs: number): Promise<void> {
    const batches: RequestRecord[][] = []
    for (const [key, { notes, sinceMs }] of this.#waiting) {
      if (notes.length > limits.loggedRequests && sinceMs > floodedBeforeMs) continue
      batches.push(notes.slice(-limits.loggedRequests))
      this.#waiting.delete(key)
    }
    if (this.#waiting.size > 0) this.#startTimer()
    const addresses = [...this.#addresses].map(([account, uses]) => ({ account, uses: [...uses.values()] }))
    this.#addresses.clear()
    for (const notes of batches) {
      const { account, appId } = firstOrThrow(notes)
      await asAccount(this.#db, account, tx => saveRequests(tx, account, appId, notes)).catch(this.#onError)
    }
    for (const { account, uses } of addresses)
      await asAccount(this.#db, account, tx => countAddresses(tx, account, uses)).catch(this.#onError)
  }
}

const isRefused = ({ httpStatus, code }: RequestRecord) => httpStatus >= 400 || code.toLowerCase() !== 'ok'

/** Writes requests of one app; of the older ones only the last hundred and the last hundred refused ones are kept. */
export async function saveRequests(tx: Tx, account: AccountId, appId: string, notes: readonly RequestRecord[]): Promise<void> {
  await tx
    .insertInto('requestLog')
    .values(
      notes.map(note => ({
        accountId: account,
        appId,
        logId: newId(note.at.getTime()),
        accessKeyId: note.accessKeyId,
        requestId: note.requestId,
        ingress: note.ingress,
        action: note.action,
        httpStatus: note.httpStatus,
        code: note.code,
        message: maskPhones(note.message),
        isRefused: isRefused(note),
        address: note.ip,
        elapsedMs: Math.round(note.elapsedMs),
        at: note.at,
        detail: note.detail ? maskPhones(JSON.stringify(note.detail)) : null,
      })),
    )
    .execute()
  const last = (which: typeof sql | null) => sql`(select log_id from request_log where account_id = ${account} and app_id = ${appId}
    ${which ? sql`and is_refused` : sql``} order by log_id desc offset ${limits.loggedRequests - 1} limit 1)`
  await sql`delete from request_log where account_id = ${account} and app_id = ${appId} and log_id < ${last(null)}
    and (not is_refused or log_id < ${last(sql)})`.execute(tx)
}

/**
 * Masks phone numbers as 138****8000, also in an encoded query (`%2C13800138000`, twice encoded `%252B8613800138000`).
 */
export const maskPhones = (text: string): string =>
  text.replace(/%25[0-9A-F]{2}|%[0-9A-F]{2}|\d+/gi, run =>
    run.replace(/^(86|0086)?(1[3-9]\d{9})$/, (_, code = '', phone) => code + maskPhone(phone)),
  )

/** The last requests of an app, newest first: all or only the refused ones. */
export async function listRequests(executor: Executor, account: AccountId, { appId, which }: { appId: string; which: 'all' | 'refused' }) {
  const rows = await executor
    .selectFrom('requestLog')
    .selectAll()
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .$if(which === 'refused', query => query.where('isRefused', '=', true))
    .orderBy('logId', 'desc')
    .limit(limits.loggedRequests)
    .execute()
  return rows.map(row => ({
    logId: row.logId,
    accessKeyId: row.accessKeyId,
    requestId: row.requestId,
    ingress: row.ingress,
    action: row.action,
    httpStatus: row.httpStatus,
    code: row.code,
    message: row.message,
    isRefused: row.isRefused,
    address: row.address,
    elapsedMs: row.elapsedMs,
    at: row.at,
    detail: row.detail,
  }))
}
