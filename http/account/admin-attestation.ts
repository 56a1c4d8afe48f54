import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { attestationItemName, attestationItems } from '#contract/account/attestation-form.ts'
import { refuse } from '#contract/refusals.ts'
import {
  approveAttestation,
  attestationQueue,
  listAttestations,
  readAttestation,
  rejectAttestation,
  waitingAttestations,
} from '#domain/account/index.ts'
import { recordStaffRead } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminAttestationHandlers = (secret: string) => [
  handle(adminAttestationCalls.queue, async ({ tx }, { subject }) => ({
    ...(await attestationQueue(tx)),
    rows: await waitingAttestations(tx, subject),
  })),

  handle(adminAttestationCalls.list, ({ tx, now }, filter) => listAttestations(tx, secret, { ...filter, now: now() })),

  handle(adminAttestationCalls.one, async ({ tx, staff, address, now }, { accountId, attestationId }) => {
    const account = accountId
    const one = await readAttestation(tx, secret, account, attestationId, now())
    // Whole numbers are shown here: recorded in the staff audit log, like opening a file.
    await recordStaffRead(tx, {
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

  handle(adminAttestationCalls.approve, async ({ tx, staff, note, now }, { accountId, ...decision }) => {
    const account = accountId
    note({ account })
    const { name } = await approveAttestation(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),

  handle(adminAttestationCalls.reject, async ({ tx, staff, note, now }, { accountId, ...decision }) => {
    const account = accountId
    const { reasons, reason } = decision
    note({ account, detail: { reason, items: attestationItems.filter(item => item in reasons).map(attestationItemName) } })
    if (Object.keys(reasons).length === 0 && reason === '')
      refuse('input_invalid', {}, { reason: '请选择不符合要求的项目，或填写总体说明' })
    const { name } = await rejectAttestation(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),
]
