import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../session.ts'
import { useOpenBroadcast } from '../broadcast-history/open-broadcast.ts'
import { AgainDialog, BroadcastPage } from '../broadcast-history/parts.ts'
import type { BroadcastRow } from './broadcast.ts'
import { noFilter } from './filters.ts'
import { TaskList } from './TaskList.tsx'

const DraftList = lazyPart('DraftList', () => import('./DraftList.tsx'))

/** 群发任务: unfinished broadcasts with live progress and unsent drafts, or one broadcast. */
export function Page() {
  const [{ id }] = useUrlState({ id: '' })
  return id ? (
    <Suspense fallback={<PageSkeleton />}>
      <BroadcastPage key={id} broadcastId={id} path="/sms/broadcast-task" />
    </Suspense>
  ) : (
    <Lists />
  )
}

function Lists() {
  const list = useListState(noFilter)
  const mayWrite = useMay('broadcast.write')
  const open = useOpenBroadcast()
  const [copied, setCopied] = useState<Pick<BroadcastRow, 'broadcastId' | 'name' | 'phoneCount' | 'counts' | 'clicks'> | null>(null)
  const shared = {
    list,
    mayWrite,
    action: mayWrite ? (
      <LinkButton to="/sms/broadcast" type="primary">
        群发短信
      </LinkButton>
    ) : null,
  }
  return list.values.state === 'draft' ? (
    <Suspense fallback={<PageSkeleton />}>
      <DraftList {...shared} />
    </Suspense>
  ) : (
    <TaskList {...shared} onOpen={open} onCopy={setCopied}>
      <Overlays>{copied ? <AgainDialog row={copied} onClose={() => setCopied(null)} /> : null}</Overlays>
    </TaskList>
  )
}
