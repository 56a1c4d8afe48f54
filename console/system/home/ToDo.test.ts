import { expect, test } from 'vitest'
import { encodeId, newId } from '#values/id.ts'
import { allItems, itemsOf, type Sending } from './ToDo.tsx'

const home = (grant: { availableCount: number; heldCount: number }): Sending => ({
  money: { availableHao: 10_000, bonusHao: 0, heldHao: 0, spentTodayHao: 0 },
  whenEmpty: 'balance',
  grants: [
    {
      grantId: encodeId('grant', newId()),
      kind: 'general',
      name: '通用短信 5000条',
      segmentCount: 5_000,
      expiresAt: '2027-11-20T00:00:00+08:00',
      daysLeft: 300,
      ...grant,
    },
  ],
  steps: { isAttested: true, hasSignature: true, hasTemplate: true, hasSent: true, hasCredit: true },
  waiting: {
    reviewingSignatures: 0,
    reviewingTemplates: 0,
    rejectedSignatures: 0,
    rejectedTemplates: 0,
    pausedBroadcasts: 0,
    heldBroadcasts: 0,
  },
  links: null,
})

test.each([
  ['used up', { availableCount: 0, heldCount: 0 }, 1],
  ['almost used up, with segments held', { availableCount: 10, heldCount: 4_000 }, 1],
  ['all held for messages under way', { availableCount: 0, heldCount: 5_000 }, 0],
  ['half full', { availableCount: 2_500, heldCount: 0 }, 0],
])('a package that is %s is a task only if there is something to do', (_, grant, count) => {
  expect(itemsOf(home(grant)).filter(item => item.key.startsWith('low'))).toHaveLength(count)
})

test.each([
  ['attest', null],
  ['attestation', 'reviewing'],
  ['attestation', 'rejected'],
] as const)('an account without an attestation has one task about it: %s when the last submission is %s', (key, attestation) => {
  const { steps, ...rest } = home({ availableCount: 2_500, heldCount: 0 })
  const sending = { ...rest, steps: { ...steps, isAttested: false } }
  const items = allItems(sending, { attestation, hasEmail: true, hasSecondFactor: true, orders: null, invoices: null })
  expect(items.map(item => item.key)).toEqual([key])
})
