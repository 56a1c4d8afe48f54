import { sql } from 'kysely'
import { plainArray } from '#db/array.ts'
import type { Tx } from '#db/connect.ts'
import type { BlockingEntry } from '#domain/blacklist/index.ts'
import type { AccountId } from '#values/id.ts'
import type { Carrier } from '#values/phone.ts'

/** Facts about the numbers of requests, apart from earlier messages to them. */
export interface PhoneFacts {
  /** Carriers of ported numbers. */
  ported: ReadonlyMap<string, Carrier>
  /** Blacklist entries of the platform and of the account for a number; `isBlocking` decides which apply. */
  entriesOf: ReadonlyMap<string, BlockingEntry[]>
  /** The account's test numbers. */
  testNumbers: ReadonlySet<string>
}

interface PhoneRow extends BlockingEntry {
  what: 'ported' | 'entry' | 'test'
  carrier: Carrier
}

/** Reads the facts in one statement for all numbers. */
export async function readPhones(tx: Tx, account: AccountId, phones: readonly string[], now: Date): Promise<PhoneFacts> {
  const wanted = plainArray(phones)
  const { rows } = await sql<PhoneRow>`
    select 'ported' as what, phone, carrier, null::uuid as "blacklistId", null::uuid as "signatureId", '' as scope
      from ported_number where phone = any(${wanted}::text[])
    union all select 'test', phone, '', null, null, '' from test_number where account_id = ${account}::uuid and phone = any(${wanted}::text[])
    union all select 'entry', phone, '', null, null, 'all' from platform_blacklist where phone = any(${wanted}::text[])
    union all select 'entry', phone, '', blacklist_id, signature_id, scope from blacklist
      where account_id = ${account}::uuid and phone = any(${wanted}::text[]) and removed_at is null and (expires_at is null or expires_at > ${now})`.execute(
    tx,
  )
  const of = (what: PhoneRow['what']) => rows.filter(row => row.what === what)
  return {
    ported: new Map(of('ported').map(row => [row.phone, row.carrier])),
    entriesOf: Map.groupBy(of('entry'), entry => entry.phone),
    testNumbers: new Set(of('test').map(row => row.phone)),
  }
}
