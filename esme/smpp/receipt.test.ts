import { expect, test } from 'vitest'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { decodeGsm7 } from '#protocol/text/gsm7.ts'
import { newId } from '#values/id.ts'
import { decodeMessageId, encodeMessageId } from './message-id.ts'
import { receiptPdu } from './receipt.ts'

const at = new Date('2026-11-21T04:30:00Z')

test.each(['MK:0001', 'NO_REPORT', 'SUBMIT:invalidDestinationAddress', 'A@B$C_D[E]^{F}', '余额不足'])(
  'a receipt with the code %s reads alike in the GSM alphabet and in Latin-1, and has the id of the answer',
  code => {
    const submitId = newId()
    const submit = { submitId, messageId: submitId, source: '10690000', sourceKind: 0, destination: '19200001000', destinationKind: 0 }
    const pdu = receiptPdu({ ...submit, receipt: 1, submittedAt: at }, { state: 'undelivered', code, at })
    const text = decodeGsm7(pdu.shortMessage)
    expect(text).toBe(pdu.shortMessage.toString('latin1'))
    expect(parseReceipt({ shortMessage: Buffer.from(text), tlvs: [] })?.messageId).toBe(encodeMessageId(submitId))
    expect(parseReceipt(pdu)?.messageId).toBe(encodeMessageId(submitId))
  },
)

test('an id is read back with and without the prefix of the other interfaces', () => {
  const id = newId()
  expect(decodeMessageId(encodeMessageId(id))).toBe(id)
  expect(decodeMessageId(`msg_${encodeMessageId(id)}`)).toBe(id)
  expect(decodeMessageId('msg_')).toBeNull()
})
