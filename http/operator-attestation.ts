import { attestationItemName, attestationItems } from '#contract/attestation-form.ts'
import { operatorAttestationCalls } from '#contract/operator-attestation.ts'
import { refuse } from '#contract/refusals.ts'
import { approveAttestation, rejectAttestation } from '#domain/account/attestation-decide.ts'
import { recordStaffLook } from '#domain/staff/activity.ts'
import { attestationQueue, listAttestations, readAttestation, waitingAttestations } from '#domain/staff/attestation.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

export const operatorAttestationHandlers = (secret: string) => [
  handle(operatorAttestationCalls.queue, async ({ tx }, { subject }) => ({
    ...(await attestationQueue(tx)),
    rows: await waitingAttestations(tx, subject),
  })),

  handle(operatorAttestationCalls.list, ({ tx, now }, filter) => listAttestations(tx, secret, { ...filter, now: now() })),

  handle(operatorAttestationCalls.one, async ({ tx, staff, address, now }, { accountId, attestationId }) => {
    const account = accountId as AccountId
    const one = await readAttestation(tx, secret, account, attestationId, now())
    // Whole numbers of people are looked at: that leaves a line, as looking at a file does.
    await recordStaffLook(tx, {
      staffId: staff.staffId,
      action: 'attestations/look',
      result: 'ok',
      address,
      at: now(),
      account,
      object: one.name,
    })
    return one
  }),

  handle(operatorAttestationCalls.approve, async ({ tx, staff, note, now }, { accountId, ...decision }) => {
    const account = accountId as AccountId
    note({ account })
    const { name } = await approveAttestation(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),

  handle(operatorAttestationCalls.reject, async ({ tx, staff, note, now }, { accountId, ...decision }) => {
    const account = accountId as AccountId
    const { reasons, reason } = decision
    note({ account, detail: { reason, items: attestationItems.filter(item => item in reasons).map(attestationItemName) } })
    if (Object.keys(reasons).length === 0 && reason === '')
      refuse('input_invalid', {}, { reason: '请选择不符合要求的项目，或填写总体说明' })
    const { name } = await rejectAttestation(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),
]
