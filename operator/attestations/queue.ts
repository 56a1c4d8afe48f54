import { useCall } from '#console/call.ts'
import { useListState } from '#console/ui/list-state.ts'
import { subjectNames } from '#contract/attestation-form.ts'
import { operatorAttestationCalls } from '#contract/operator-attestation.ts'
import { useQueuePlace } from '../ui/queue-place.ts'
import { keyOf } from './attestation.ts'

const refreshMs = 15_000

/** The queue and where a person stands in it, kept in the address. */
export function useAttestationQueue() {
  const list = useListState({ view: '', subject: '', id: '' })
  const subject = subjectNames.find(one => one === list.values.subject)
  const query = useCall(operatorAttestationCalls.queue, { subject }, { refetchInterval: refreshMs })
  const place = useQueuePlace({
    waiting: query.data?.rows,
    id: list.values.id,
    setId: id => list.change({ id }, { replace: true }),
    idOf: row => row.attestationId,
    keyOf,
  })
  /** The tabs begin with the first of their queue. */
  const tabList = { ...list, change: (next: Record<string, string>) => list.change({ ...next, id: '' }) } as unknown as typeof list
  return { query, tabList, ...place }
}
