import { expect, test } from 'vitest'
import { ucs2Parts } from '#protocol/smpp/body.ts'
import { deliverSm } from '#protocol/smpp/pdu.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { inboundOf } from './smpp-link.ts'

test('an inbound message in parts names the place of each part, a whole one names none', () => {
  const text = `退订之前请先告诉我，我买的茶什么时候到？${'很急。'.repeat(30)}`
  const received = ucs2Parts(text, 9).map(part => inboundOf(deliverSm({ ...part, source: '8619200001234', destination: '1069000071' })))
  expect(received.map(one => one.place)).toEqual([
    { reference: 9, total: 2, number: 1 },
    { reference: 9, total: 2, number: 2 },
  ])
  expect(received.map(one => one.text).join('')).toBe(text)
  expect(inboundOf(deliverSm({ ...firstOrThrow(ucs2Parts('TD', 9)), source: '1', destination: '2' }))).toMatchObject({
    text: 'TD',
    place: null,
  })
})
