import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import type { ReceiverKind, RepeatMinutes } from '#contract/on-call/admin-on-call.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { OpenRobot } from '#domain/alert/index.ts'
import { decrypt, type EncryptedTable, encrypt } from '#domain/platform/index.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** The end of a robot's address, by which people recognize it; the complete address is a secret key. */
const tailCharacters = 6

interface Choice {
  name: string
  alertKinds: SystemAlertKind[]
  repeatMinutes: RepeatMinutes
}
type NewReceiver = Choice & ({ kind: 'email'; email: string } | OpenRobot)

/** Every receiver, the oldest first. */
export async function listReceivers(executor: Executor) {
  const rows = await executor.selectFrom('onCallReceiver').selectAll().orderBy('receiverId').execute()
  return rows.map(({ encryptedUrl, encryptedSecret, createdAt, ...row }) => ({ ...row, isSigned: encryptedSecret !== null }))
}

/** Adds a receiver; a robot's address and secret are stored encrypted. Refuses `on_call_full`. */
export async function addReceiver(tx: Tx, masterSecret: string, receiver: NewReceiver, now: Date): Promise<string> {
  if ((await listReceivers(tx)).length >= limits.onCallReceivers) refuse('on_call_full', { limit: limits.onCallReceivers })
  const receiverId = newId()
  const seal = (part: 'url' | 'secret', text: string) => encrypt(masterSecret, contextOf(receiverId, part), text)
  await tx
    .insertInto('onCallReceiver')
    .values({
      receiverId,
      ...pick(receiver, 'name', 'kind', 'alertKinds', 'repeatMinutes'),
      ...(receiver.kind === 'email'
        ? { target: receiver.email }
        : {
            encryptedUrl: seal('url', receiver.url),
            encryptedSecret: receiver.secret === null ? null : seal('secret', receiver.secret),
            target: receiver.url.slice(-tailCharacters),
          }),
      createdAt: now,
    })
    .execute()
  return receiverId
}

const contextOf = (receiverId: string, part: 'url' | 'secret') => `on-call/${receiverId}/${part}`
export const encryptedReceivers: EncryptedTable = {
  table: 'onCallReceiver',
  keys: ['receiverId'],
  columns: { encryptedUrl: (id: string) => contextOf(id, 'url'), encryptedSecret: (id: string) => contextOf(id, 'secret') },
}

/** Changes what a receiver gets. Refuses `not_found`. */
export async function changeReceiver(tx: Tx, receiverId: string, choice: Choice & { isOn: boolean }): Promise<void> {
  const { numUpdatedRows } = await tx.updateTable('onCallReceiver').set(choice).where('receiverId', '=', receiverId).executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_found')
}

/** Deletes a receiver; its deliveries stay in the log. Returns its name. Refuses `not_found`. */
export async function removeReceiver(tx: Tx, receiverId: string): Promise<string> {
  const row = await tx.deleteFrom('onCallReceiver').where('receiverId', '=', receiverId).returning('name').executeTakeFirst()
  return row?.name ?? refuse('not_found')
}

export interface OpenReceiver {
  name: string
  kind: ReceiverKind
  /** Of a robot. */
  robot: OpenRobot | null
  /** Of a mail address. */
  email: string | null
}

/** A receiver with decrypted address, for sending; null: it was deleted. */
export async function openReceiver(executor: Executor, masterSecret: string, receiverId: string): Promise<OpenReceiver | null> {
  const row = await executor.selectFrom('onCallReceiver').selectAll().where('receiverId', '=', receiverId).executeTakeFirst()
  if (!row) return null
  const { name, kind, encryptedUrl, encryptedSecret, target } = row
  if (kind === 'email' || encryptedUrl === null) return { name, kind, robot: null, email: target }
  const secret = encryptedSecret && decrypt(masterSecret, contextOf(receiverId, 'secret'), encryptedSecret)
  return { name, kind, robot: { kind, url: decrypt(masterSecret, contextOf(receiverId, 'url'), encryptedUrl), secret }, email: null }
}
