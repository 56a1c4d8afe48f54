import { asPlatform, openDb, type Tx } from '#db/connect.ts'
import { freeze } from '#domain/closing/index.ts'
import { hashPassword, verifyPassword } from '#domain/platform/index.ts'
import { initialPassword, recordStaffAct, setStaffState } from '#domain/staff/index.ts'
import { demoPassword } from './demo.ts'

/**
 * Closes the demo of an earlier start and returns the names of what it closed: freezes the demo's customers with their
 * keys, and staff who still have the demo's password. Idempotent. Takes a URL of the platform's role.
 */
export async function closeDemo(url: string, now: Date): Promise<string[]> {
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  try {
    return await asPlatform(db, async tx => {
      const closed = [...(await closeCustomers(tx, now)), ...(await closeStaff(tx))]
      for (const object of closed)
        await recordStaffAct(tx, { staffId: null, action: 'admin/demo-close', object, result: 'ok', address: 'server', at: now })
      return closed
    })
  } finally {
    await db.destroy()
  }
}

async function closeCustomers(tx: Tx, now: Date): Promise<string[]> {
  const accounts = await tx
    .selectFrom('account')
    .select(['accountId', 'name'])
    .where('isDemo', '=', true)
    .where('state', '=', 'active')
    .execute()
  for (const { accountId } of accounts) {
    await freeze(tx, accountId, now)
    // Unfreezing the account later must not let in those who know the demo's password.
    const passwordHash = await hashPassword(initialPassword())
    await tx.updateTable('member').set({ passwordHash }).where('accountId', '=', accountId).execute()
    await tx.updateTable('accessKey').set({ state: 'disabled' }).where('accountId', '=', accountId).where('state', '=', 'enabled').execute()
  }
  return accounts.map(account => account.name)
}

async function closeStaff(tx: Tx): Promise<string[]> {
  const staff = await tx
    .selectFrom('staff')
    .select(['staffId', 'login', 'passwordHash'])
    .where('isDemo', '=', true)
    .where('state', '=', 'active')
    .orderBy('staffId')
    .execute()
  const closed: string[] = []
  for (const { staffId, login, passwordHash } of staff) {
    if (!(await verifyPassword(passwordHash, demoPassword))) continue
    await setStaffState(tx, staffId, 'frozen')
    closed.push(login)
  }
  return closed
}
