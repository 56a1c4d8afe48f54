import { useQueuePlace } from '#admin/ui/queue-place.ts'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { subjectNames } from '#contract/account/attestation-form.ts'
import { useCall } from '#ui/call.ts'
import { useListState } from '#ui/list/list-state.ts'
import { keyOf } from './attestation.ts'

const refreshMs = 15_000

/** The review queue and the current position, in the address. */
export function useAttestationQueue() {
  const list = useListState({ view: '', subject: '', id: '' })
  const subject = subjectNames.find(one => one === list.values.subject)
  const query = useCall(adminAttestationCalls.queue, { subject }, { refetchInterval: refreshMs })
  const place = useQueuePlace({
    waiting: query.data?.rows,
    id: list.values.id,
    setId: id => list.change({ id }, { replace: true }),
    idOf: row => row.attestationId,
    keyOf,
  })
  /** A changed tab keeps the displayed item, or starts with the first of its queue. */
  const tabList: typeof list = { ...list, change: next => list.change({ ...next, id: '' }) }
  return { query, tabList, ...place }
}
