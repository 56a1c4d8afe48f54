import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** A reply as shown to a program. */
export interface ProgramInbound {
  phone: string
  text: string
  signature: string | null
  /** The digits behind the signature's own. */
  extension: string
  receivedAt: Date
}

/** Replies of a phone to messages of an app, newest first; every app gets those that match no known message. */
export async function inboundFrom(
  executor: Executor,
  account: AccountId,
  { appId, phone, from, until, offset, limit }: { appId: string; phone: string; from: Date; until: Date; offset: number; limit: number },
): Promise<ProgramInbound[]> {
  const { rows } = await sql<Omit<ProgramInbound, 'extension'> & { senderNumber: string; ofSignature: string | null }>`
    select inbound.phone, inbound.text, signature.text as signature, signature.extension as "ofSignature", inbound.sender_number, inbound.received_at
    from inbound
    left join signature on signature.account_id = ${account} and signature.signature_id = inbound.signature_id
    left join message on message.account_id = ${account} and message.message_id = inbound.message_id
    where inbound.account_id = ${account} and inbound.phone = ${phone} and inbound.received_at >= ${from} and inbound.received_at < ${until}
      and (inbound.message_id is null or message.app_id = ${appId})
    order by inbound.inbound_id desc offset ${offset} limit ${limit}`.execute(executor)
  return rows.map(({ senderNumber, ofSignature, ...row }) => {
    if (ofSignature === null) return { ...row, extension: '' }
    const at = senderNumber.indexOf(ofSignature)
    return { ...row, extension: at < 0 ? '' : senderNumber.slice(at + ofSignature.length) }
  })
}
