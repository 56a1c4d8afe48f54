import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** An app's SMPP account (system id), and what its sessions may do. */
export interface SmppAccount {
  systemId: string
  account: AccountId
  appId: string
  windowSize: number
  ratePerSecond: number
  bindLimit: number
  allowsFreeText: boolean
  passwordChangedAt: Date
}

/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const passwordLetters = `ABCDEFGHJKLMNPQRSTUVWXYZ${letters}`
const random = (length: number, from: string) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/** SMPP 3.4 limits passwords to eight characters (§5.2.2). */
const passwordLength = 8

/** Keyed hash: the stored password hash is useless without the platform's master secret. */
const hashOf = (secret: string, systemId: string, password: string): Buffer =>
  hmac(keyFor(secret, 'smpp-password'), `${systemId} ${password}`)

interface Opening {
  appId: string
  /** The platform's master secret. */
  secret: string
  now: Date
}

/**
 * Creates an app's SMPP account and opens SMPP for it; the password is shown only once. Refuses `not_found` for a
 * deleted app and `smpp_exists`.
 */
export async function openSmpp(
  tx: Tx,
  account: AccountId,
  { appId, secret, now }: Opening,
): Promise<{ systemId: string; password: string }> {
  await lockApp(tx, account, appId)
  if (await findOfApp(tx, account, appId)) refuse('smpp_exists')
  const systemId = `hy${random(8, letters)}`
  const password = random(passwordLength, passwordLetters)
  await tx
    .insertInto('smppAccount')
    .values({
      systemId,
      accountId: account,
      appId,
      passwordHash: hashOf(secret, systemId, password),
      passwordChangedAt: now,
      windowSize: limits.smppWindow,
      ratePerSecond: limits.smppRate,
      bindLimit: limits.smppBinds,
      createdAt: now,
    })
    .execute()
  await setSmppIngress(tx, account, appId, true)
  return { systemId, password }
}

/**
 * Replaces the password, which is shown only once; sessions with the old one end within seconds. Refuses `not_found`.
 */
export async function resetSmppPassword(
  tx: Tx,
  account: AccountId,
  { appId, secret, now }: Opening,
): Promise<{ systemId: string; password: string }> {
  const known = (await findOfApp(tx, account, appId)) ?? refuse('not_found')
  const password = random(passwordLength, passwordLetters)
  await tx
    .updateTable('smppAccount')
    .set({ passwordHash: hashOf(secret, known.systemId, password), passwordChangedAt: now })
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .execute()
  return { systemId: known.systemId, password }
}

/** Saves the settings of the app's owner. Refuses `not_found`. */
export async function saveSmpp(
  tx: Tx,
  account: AccountId,
  appId: string,
  { windowSize, ratePerSecond, bindLimit }: Pick<SmppAccount, 'windowSize' | 'ratePerSecond' | 'bindLimit'>,
): Promise<void> {
  const saved = await tx
    .updateTable('smppAccount')
    .set({ windowSize, ratePerSecond, bindLimit })
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) refuse('not_found')
}

/** Opens or closes SMPP for an app; closing ends open sessions within seconds. Refuses `not_found`. */
export async function setSmppIngress(tx: Tx, account: AccountId, appId: string, isOpen: boolean): Promise<void> {
  await lockApp(tx, account, appId)
  await sql`
    update app set settings = settings || jsonb_build_object('ingresses', coalesce(settings -> 'ingresses', '{}') || jsonb_build_object('smpp', ${isOpen}::boolean))
    where account_id = ${account} and app_id = ${appId}`.execute(tx)
}

/**
 * Sets whether texts without a template may be sent, a decision of the platform's staff. False for an unknown system
 * id.
 */
export async function setFreeText(db: Db, systemId: string, isAllowed: boolean): Promise<boolean> {
  const { rows } = await sql`
    update smpp_account set allows_free_text = ${isAllowed} where system_id = ${systemId} returning system_id`.execute(db)
  return rows.length > 0
}

async function lockApp(tx: Tx, account: AccountId, appId: string): Promise<void> {
  const app = await tx
    .selectFrom('app')
    .select('appId')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
}

const columns = [
  'systemId',
  'accountId',
  'appId',
  'passwordHash',
  'passwordChangedAt',
  'windowSize',
  'ratePerSecond',
  'bindLimit',
  'allowsFreeText',
] as const

/** The SMPP account of an app, or null. */
export async function findOfApp(executor: Executor, account: AccountId, appId: string): Promise<SmppAccount | null> {
  const row = await executor
    .selectFrom('smppAccount')
    .select(columns)
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .executeTakeFirst()
  return row ? accountOf(row) : null
}

/**
 * The account of a system id, and whether the password is right; takes equally long for an unknown one (no
 * enumeration).
 */
export async function findSystem(
  db: Db,
  secret: string,
  systemId: string,
  password: string,
): Promise<{ found: SmppAccount | null; isRight: boolean }> {
  const row = await db.selectFrom('smppAccount').select(columns).where('systemId', '=', systemId).executeTakeFirst()
  const given = hashOf(secret, systemId, password)
  const isRight = timingSafeEqual(given, row?.passwordHash ?? Buffer.alloc(given.length))
  return { found: row ? accountOf(row) : null, isRight: row !== undefined && isRight }
}

const accountOf = (row: {
  systemId: string
  accountId: AccountId
  appId: string
  passwordChangedAt: Date
  windowSize: number
  ratePerSecond: number
  bindLimit: number
  allowsFreeText: boolean
}): SmppAccount => ({
  ...pick(row, 'systemId', 'appId', 'windowSize', 'ratePerSecond', 'bindLimit', 'allowsFreeText', 'passwordChangedAt'),
  account: row.accountId,
})
