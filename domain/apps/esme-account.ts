import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type EsmeProtocol, ingressNames } from '#contract/apps/app-labels.ts'
import type { CmppVersion } from '#contract/messages/channel-settings.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { decrypt, type EncryptedTable, encrypt, hmac, keyFor } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** An account of an app for programs that log in (ESME), and what its sessions may do. */
export interface EsmeAccount {
  protocol: EsmeProtocol
  /** SMPP: system id; CMPP: Source_Addr. */
  loginName: string
  account: AccountId
  appId: string
  windowSize: number
  ratePerSecond: number
  sessionLimit: number
  /** Of CMPP; null: as the program names it. */
  cmppVersion: CmppVersion | null
  allowsFreeText: boolean
  passwordChangedAt: Date
}

/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const passwordLetters = `ABCDEFGHJKLMNPQRSTUVWXYZ${letters}`
const random = (length: number, from: string) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/**
 * SMPP 3.4 limits passwords to eight characters (§5.2.2). CMPP has six characters for the account, and many programs
 * take digits only.
 */
const forms: Record<EsmeProtocol, { loginName: () => string; passwordLength: number; windowSize: number }> = {
  smpp: { loginName: () => `hy${random(8, letters)}`, passwordLength: 8, windowSize: limits.esmeWindow },
  cmpp: { loginName: () => String(randomInt(100_000, 1_000_000)), passwordLength: 16, windowSize: limits.cmppWindow },
}

/** Keyed hash: the stored password hash is useless without the platform's master secret. */
const hashOf = (secret: string, systemId: string, password: string): Buffer =>
  hmac(keyFor(secret, 'smpp-password'), `${systemId} ${password}`)

/** Encryption context: a secret decrypts only for its own login name. */
const context = (protocol: string, loginName: string) => `esme:${protocol}:${loginName}`

export const encryptedEsmeSecrets: EncryptedTable = {
  table: 'esmeAccount',
  keys: ['protocol', 'loginName'],
  columns: { encryptedSecret: context },
}

/** What a login is checked with, as it is stored. */
const storedPassword = (secret: string, protocol: EsmeProtocol, loginName: string, password: string) =>
  protocol === 'smpp'
    ? { passwordHash: hashOf(secret, loginName, password) }
    : { encryptedSecret: encrypt(secret, context(protocol, loginName), password) }

interface Opening {
  appId: string
  protocol: EsmeProtocol
  /** The platform's master secret. */
  secret: string
  now: Date
}

/** A login name and its password, which is shown only once. */
export interface EsmeCredentials {
  loginName: string
  password: string
}

/**
 * Creates an app's account for a protocol and opens that for it. Refuses `not_found` for a deleted app and
 * `esme_exists`.
 */
export async function openEsme(tx: Tx, account: AccountId, { appId, protocol, secret, now }: Opening): Promise<EsmeCredentials> {
  await lockApp(tx, account, appId)
  if (await findOfApp(tx, account, appId, protocol)) refuse('esme_exists', { protocol: ingressNames[protocol] })
  const { passwordLength, windowSize, loginName: makeLoginName } = forms[protocol]
  const password = random(passwordLength, passwordLetters)
  for (;;) {
    const loginName = makeLoginName()
    const inserted = await tx
      .insertInto('esmeAccount')
      .values({
        protocol,
        loginName,
        accountId: account,
        appId,
        ...storedPassword(secret, protocol, loginName, password),
        passwordChangedAt: now,
        windowSize,
        ratePerSecond: limits.esmeRate,
        sessionLimit: limits.esmeSessions,
        createdAt: now,
      })
      .onConflict(conflict => conflict.columns(['protocol', 'loginName']).doNothing())
      .executeTakeFirst()
    if (!inserted.numInsertedOrUpdatedRows) continue
    await setEsmeIngress(tx, account, { appId, protocol, isOpen: true })
    return { loginName, password }
  }
}

/** Replaces the password; sessions with the old one end within seconds. Refuses `not_found`. */
export async function resetEsmePassword(tx: Tx, account: AccountId, { appId, protocol, secret, now }: Opening): Promise<EsmeCredentials> {
  const { loginName } = (await findOfApp(tx, account, appId, protocol)) ?? refuse('not_found')
  const password = random(forms[protocol].passwordLength, passwordLetters)
  await tx
    .updateTable('esmeAccount')
    .set({ ...storedPassword(secret, protocol, loginName, password), passwordChangedAt: now })
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .execute()
  return { loginName, password }
}

type EsmeLimits = Pick<EsmeAccount, 'windowSize' | 'ratePerSecond' | 'sessionLimit' | 'cmppVersion'>

/** Saves the settings of the app's owner. Refuses `not_found`. */
export async function saveEsme(
  tx: Tx,
  account: AccountId,
  { appId, protocol, ...wanted }: EsmeLimits & Pick<Opening, 'appId' | 'protocol'>,
): Promise<void> {
  const saved = await tx
    .updateTable('esmeAccount')
    .set(pick(wanted, 'windowSize', 'ratePerSecond', 'sessionLimit', 'cmppVersion'))
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) refuse('not_found')
}

/** Opens or closes a protocol for an app; closing ends open sessions within seconds. Refuses `not_found`. */
export async function setEsmeIngress(
  tx: Tx,
  account: AccountId,
  { appId, protocol, isOpen }: Pick<Opening, 'appId' | 'protocol'> & { isOpen: boolean },
): Promise<void> {
  await lockApp(tx, account, appId)
  await sql`
    update app set settings = settings || jsonb_build_object('ingresses',
      coalesce(settings -> 'ingresses', '{}') || jsonb_build_object(${protocol}::text, ${isOpen}::boolean))
    where account_id = ${account} and app_id = ${appId}`.execute(tx)
}

/**
 * Sets whether texts without a template may be sent, a decision of the platform's staff. False for an unknown login
 * name; those of SMPP and CMPP differ.
 */
export async function setFreeText(db: Db, loginName: string, isAllowed: boolean): Promise<boolean> {
  const { rows } = await sql`
    update esme_account set allows_free_text = ${isAllowed} where login_name = ${loginName} -- across accounts: a command of the platform
    returning login_name`.execute(db)
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
  'protocol',
  'loginName',
  'accountId as account',
  'appId',
  'passwordChangedAt',
  'windowSize',
  'ratePerSecond',
  'sessionLimit',
  'cmppVersion',
  'allowsFreeText',
] as const

/** An app's account for a protocol, or null. */
export async function findOfApp(
  executor: Executor,
  account: AccountId,
  appId: string,
  protocol: EsmeProtocol,
): Promise<EsmeAccount | null> {
  const row = await executor
    .selectFrom('esmeAccount')
    .select(columns)
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The account of an SMPP system id, and whether the password is right; takes equally long for an unknown one (no
 * enumeration).
 */
export async function findSmppSystem(
  db: Db,
  secret: string,
  { systemId, password }: { systemId: string; password: string },
): Promise<{ found: EsmeAccount | null; isRight: boolean }> {
  const row = await findLogin(db, 'smpp', systemId)
  const given = hashOf(secret, systemId, password)
  const isRight = timingSafeEqual(given, row?.passwordHash ?? Buffer.alloc(given.length))
  return { found: row?.found ?? null, isRight: row !== null && isRight }
}

/** The account of a CMPP Source_Addr with its secret, or null. */
export async function findCmppSource(db: Db, secret: string, source: string): Promise<{ found: EsmeAccount; password: string } | null> {
  const row = await findLogin(db, 'cmpp', source)
  return row?.encryptedSecret ? { found: row.found, password: decrypt(secret, context('cmpp', source), row.encryptedSecret) } : null
}

async function findLogin(db: Db, protocol: EsmeProtocol, loginName: string) {
  const row = await db
    .selectFrom('esmeAccount')
    .select([...columns, 'passwordHash', 'encryptedSecret'])
    .where('protocol', '=', protocol)
    .where('loginName', '=', loginName)
    .executeTakeFirst()
  if (!row) return null
  const { passwordHash, encryptedSecret, ...found } = row
  return { found, passwordHash, encryptedSecret }
}
