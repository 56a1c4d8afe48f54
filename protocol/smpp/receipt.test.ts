import { expect, test } from 'vitest'
import { formatReceipt, isReceipt, parseReceipt } from './receipt.ts'
import { isRetryableStatus, statusName } from './status.ts'

const parse = (text: string, tlvs: { tag: number; value: Buffer }[] = []) => parseReceipt({ shortMessage: Buffer.from(text), tlvs })

test("a receipt's text of Appendix B is parsed in any case, with or without seconds", () => {
  const appendixB = 'id:1234567890 sub:001 dlvrd:001 submit date:2611210830 done date:2611210831 stat:DELIVRD err:000 text:Hello'
  expect(parse(appendixB)).toEqual({
    messageId: '1234567890',
    state: 'DELIVRD',
    errorCode: '000',
    submittedAt: new Date('2026-11-21T00:30:00Z'),
    doneAt: new Date('2026-11-21T00:31:00Z'),
  })
  const other = parse('ID:0a1F SUB:001 Submit Date:261121083015 Done Date:261121083116 STAT:undeliv ERR:MK:0001 Text:')
  expect(other).toMatchObject({ messageId: '0a1F', state: 'UNDELIV', errorCode: 'MK:0001', doneAt: new Date('2026-11-21T00:31:16Z') })
})

test('optional parameters take precedence over the text', () => {
  const tlvs = [
    { tag: 0x001e, value: Buffer.from('77\0') },
    { tag: 0x0427, value: Buffer.from([5]) },
  ]
  expect(parse('id:1 stat:DELIVRD err:12', tlvs)).toMatchObject({ messageId: '77', state: 'UNDELIV', errorCode: '12' })
})

test('a code in place of the state is kept as written, and takes precedence over err', () => {
  expect(parse('id:1 stat:mk:0001 err:007')).toMatchObject({ state: 'mk:0001', errorCode: 'mk:0001' })
  expect(parse('id:1 stat:MK:0001\0 err:000', [{ tag: 0x0427, value: Buffer.from([5]) }])).toMatchObject({
    state: 'UNDELIV',
    errorCode: 'MK:0001',
  })
  expect(parse('id:1 stat:delivrd err:000')).toMatchObject({ state: 'DELIVRD', errorCode: '000' })
})

test('a text without message id or state is no receipt', () => {
  expect(parse('R')).toBeNull()
  expect(parse('id:1 err:0')).toBeNull()
  expect(isReceipt({ esmClass: 0x04 })).toBe(true)
  expect(isReceipt({ esmClass: 0x40 })).toBe(false)
})

test('formatting and parsing agree', () => {
  const receipt = {
    messageId: 'A1',
    state: 'UNDELIV',
    errorCode: 'MK:0010',
    submittedAt: new Date('2026-11-21T20:59:00Z'),
    doneAt: new Date('2026-11-21T21:00:00Z'),
  }
  expect(parse(formatReceipt(receipt))).toEqual(receipt)
  const timeless = { ...receipt, submittedAt: null, doneAt: null }
  expect(parse(formatReceipt(timeless))).toEqual(timeless)
})

test('an impossible time is null', () => {
  const doneAt = (digits: string) => parse(`id:1 stat:DELIVRD done date:${digits}`)!.doneAt
  expect(doneAt('2613010000')).toBeNull()
  expect(doneAt('2602300000')).toBeNull()
  expect(doneAt('2611212460')).toBeNull()
  expect(doneAt('280229235959')).toEqual(new Date('2028-02-29T15:59:59Z'))
})

test('retryable refusals are distinguished from final ones', () => {
  expect([0x14, 0x58, 0x08, 0x64].every(isRetryableStatus)).toBe(true)
  expect([0x00, 0x0b, 0x45, 0x66].some(isRetryableStatus)).toBe(false)
  expect(statusName(0x58)).toBe('throttled')
  expect(statusName(0x405)).toBe('0x00000405')
})
