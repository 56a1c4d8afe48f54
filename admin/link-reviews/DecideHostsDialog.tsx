import { linkAnswers } from '#admin/domains/domain.ts'
import type { BulkProps } from '#admin/ui/BulkDialog.tsx'
import { DecideManyDialog, type Decision } from '#admin/ui/DecideManyDialog.tsx'
import { linkRejectReasons, linkReviewCalls } from '#contract/links/admin-link.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { WaitingHost } from './review.ts'

/** Decides the waiting links of several hosts at once: those that the queue showed. */
export function DecideHostsDialog(props: BulkProps<WaitingHost> & { decision: Decision }) {
  const pass = useAct(linkReviewCalls.pass)
  const reject = useAct(linkReviewCalls.reject)
  return (
    <DecideManyDialog
      {...props}
      rejectWord="拒绝"
      keyOf={row => row.host}
      nameOf={row => row.shown}
      aboutOf={row =>
        [
          `${thousands(row.linkCount)} 条`,
          row.accountName ?? `${row.accountCount} 个客户`,
          ...(row.isFlagged ? ['多人举报'] : []),
          ...row.hints,
        ].join('，')
      }
      approve={({ host, seenAt }) => pass.mutateAsync({ host, seenAt })}
      reject={({ host, seenAt }, reason) => reject.mutateAsync({ host, seenAt, reason })}
      answers={linkAnswers}
      reason={{ rule: linkReviewCalls.reject.input.shape.reason, usual: linkRejectReasons }}
    />
  )
}
