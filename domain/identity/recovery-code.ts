import { randomInt } from 'node:crypto'
import type { Tx } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const alphabet = '23456789abcdefghjkmnpqrstvwxyz'

/** Ten letters and digits in two halves, about 49 bits: not guessable at five attempts per quarter of an hour. */
const newCode = (): string => {
  const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const digest = (secret: string, memberId: string, code: string) =>
  hmac(keyFor(secret, 'recovery-code'), `${memberId}/${code.toLowerCase().replace(/[\s-]/g, '')}`)

/** Creates ten recovery codes that replace all earlier ones. They are shown only once; only HMACs are stored. */
export async function renewRecoveryCodes(tx: Tx, secret: string, account: AccountId, memberId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < limits.recoveryCodes) codes.add(newCode())
  await deleteRecoveryCodes(tx, account, memberId)
  await tx
    .insertInto('recoveryCode')
    .values([...codes].map(code => ({ accountId: account, memberId, codeHmac: digest(secret, memberId, code) })))
    .execute()
  return [...codes]
}

export async function deleteRecoveryCodes(tx: Tx, account: AccountId, memberId: string): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('accountId', '=', account).where('memberId', '=', memberId).execute()
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(tx: Tx, account: AccountId, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('spentAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Consumes a recovery code; false if it is unknown or used. */
export async function redeemRecoveryCode(
  tx: Tx,
  secret: string,
  account: AccountId,
  input: { memberId: string; code: string; now: Date },
): Promise<boolean> {
  const spent = await tx
    .updateTable('recoveryCode')
    .set({ spentAt: input.now })
    .where('accountId', '=', account)
    .where('memberId', '=', input.memberId)
    .where('codeHmac', '=', digest(secret, input.memberId, input.code))
    .where('spentAt', 'is', null)
    .returning('memberId')
    .executeTakeFirst()
  return spent !== undefined
}
