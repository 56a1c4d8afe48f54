import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type Place, placeCode, readDivisions } from '#values/division.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { openRequestWith } from './delivery-use.ts'

interface AddressContent extends Place {
  recipient: string
  phone: string
  street: string
  detail: string
  postcode: string
}
export interface Address extends AddressContent {
  addressId: string
  isDefault: boolean
}

interface AddressRow extends AddressContent {
  addressId: string
  isDefault: boolean
}
const present = ({ addressId, isDefault, ...content }: AddressRow): Address => ({ addressId, isDefault, ...content })

const columns = ['addressId', 'recipient', 'phone', 'province', 'city', 'district', 'street', 'detail', 'postcode', 'isDefault'] as const

const addressesOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('invoiceAddress').select(columns).where('accountId', '=', account).where('deletedAt', 'is', null)

/** Postal addresses for paper invoices, the default first, then the newest. */
export async function listAddresses(executor: Executor, account: AccountId): Promise<Address[]> {
  const rows = await addressesOf(executor, account).orderBy('isDefault', 'desc').orderBy('addressId', 'desc').execute()
  return rows.map(present)
}

/** One address. Refuses `not_found`. */
export async function readAddress(executor: Executor, account: AccountId, addressId: string): Promise<Address> {
  const row = await addressesOf(executor, account).where('addressId', '=', addressId).executeTakeFirst()
  return row ? present(row) : refuse('not_found')
}

interface AddressInput extends AddressContent {
  isDefault: boolean
  now: Date
}

/** Creates an address; the first one becomes the default. Refuses `too_many` and `place_unknown`. */
export async function createAddress(tx: Tx, account: AccountId, input: AddressInput): Promise<{ addressId: string }> {
  const code = await codeOf(input)
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const others = await listAddresses(tx, account)
  if (others.length >= limits.invoiceAddresses) refuse('too_many', { limit: limits.invoiceAddresses, noun: '邮寄地址' })
  const isDefault = input.isDefault || others.length === 0
  if (isDefault) await clearDefault(tx, account)
  const addressId = newId()
  await tx
    .insertInto('invoiceAddress')
    .values({ accountId: account, addressId, ...contentOf(input, code), isDefault, createdAt: input.now, changedAt: input.now })
    .execute()
  return { addressId }
}

/** Changes an address; envelopes already sent keep the old one. Refuses `not_found` and `place_unknown`. */
export async function editAddress(tx: Tx, account: AccountId, input: AddressInput & { addressId: string }): Promise<{ addressId: string }> {
  const code = await codeOf(input)
  const { addressId } = input
  const changed = await tx
    .updateTable('invoiceAddress')
    .set({ ...contentOf(input, code), changedAt: input.now })
    .where('accountId', '=', account)
    .where('addressId', '=', addressId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) refuse('not_found')
  if (input.isDefault) await makeDefaultAddress(tx, account, { addressId })
  return { addressId }
}

const contentOf = ({ recipient, phone, province, city, district, street, detail, postcode }: AddressContent, code: string) => ({
  recipient,
  phone,
  divisionCode: code,
  province,
  city,
  district,
  street,
  detail,
  postcode,
})

const codeOf = async (place: Place): Promise<string> =>
  placeCode(await readDivisions(), place) ?? refuse('place_unknown', {}, { district: '请重新选择省、市、区' })

const clearDefault = (tx: Tx, account: AccountId) =>
  tx.updateTable('invoiceAddress').set({ isDefault: false }).where('accountId', '=', account).where('isDefault', '=', true).execute()

/** Makes an address the preselected one of forms. Refuses `not_found`. */
export async function makeDefaultAddress(tx: Tx, account: AccountId, { addressId }: { addressId: string }): Promise<{ addressId: string }> {
  await readAddress(tx, account, addressId)
  await clearDefault(tx, account)
  await tx
    .updateTable('invoiceAddress')
    .set({ isDefault: true })
    .where('accountId', '=', account)
    .where('addressId', '=', addressId)
    .execute()
  return { addressId }
}

/** Deletes an address from all lists. Refuses `not_found`, and `in_use` while an invoice is still to be sent there. */
export async function deleteAddress(
  tx: Tx,
  account: AccountId,
  { addressId, now }: { addressId: string; now: Date },
): Promise<{ addressId: string }> {
  await readAddress(tx, account, addressId)
  const user = await openRequestWith(tx, account, { addressId })
  if (user !== null) refuse('in_use', { user: `发票申请${user}`, action: '删除' })
  await tx
    .updateTable('invoiceAddress')
    .set({ deletedAt: now, isDefault: false })
    .where('accountId', '=', account)
    .where('addressId', '=', addressId)
    .execute()
  return { addressId }
}
