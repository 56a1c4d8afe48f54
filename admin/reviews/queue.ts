import { useQueuePlace } from '#admin/ui/queue-place.ts'
import { adminReviewCalls, reviewObjects } from '#contract/content/admin-review.ts'
import { useCall } from '#ui/call.ts'
import { useListState } from '#ui/list/list-state.ts'
import { keysOf } from '#values/keys.ts'
import { keyOf } from './review.ts'

const refreshMs = 15_000
const objects = keysOf(reviewObjects)

/** The review queue and the current position, in the address. */
export function useReviewQueue() {
  const list = useListState({ object: '', id: '' })
  const object = objects.find(one => one === list.values.object)
  const query = useCall(adminReviewCalls.queue, { object }, { refetchInterval: refreshMs })
  const place = useQueuePlace({
    waiting: query.data?.rows,
    id: list.values.id,
    setId: id => list.change({ id }, { replace: true }),
    idOf: row => row.objectId,
    keyOf,
  })
  /** A changed tab keeps the displayed item, or starts with the first of its queue. */
  const tabList: typeof list = { ...list, change: next => list.change({ ...next, id: '' }) }
  return { query, tabList, ...place }
}
