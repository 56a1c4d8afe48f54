import { UndoAct } from '#console/shared/undo/UndoAct.tsx'
import {
  type ContactTaskOutcome,
  contactTaskCalls,
  contactTaskKinds,
  failedOutcomes,
  refusedContactsRoute,
} from '#contract/recipients/contact-task.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { TaskCard as Card, StopTask } from '#ui/display/TaskProgress.tsx'
import { pairsOf } from '#values/keys.ts'
import { contactTaskOutcomeNames } from '../../shared/labels/recipients.ts'
import type { TaskRow } from './tasks.ts'

const failed: readonly ContactTaskOutcome[] = failedOutcomes

/** A task: its progress, or its result and those of its rows. */
export function TaskCard({ task, mayWrite }: { task: TaskRow; mayWrite: boolean }) {
  const { taskId } = task
  const outcomes = pairsOf(task.counts).flatMap(([outcome, count = 0]): [ContactTaskOutcome, number][] =>
    count > 0 ? [[outcome, count]] : [],
  )
  const mayStop = mayWrite && task.kind !== 'clear_field'
  return (
    <Card
      task={task}
      title={contactTaskKinds[task.kind]}
      subject={task.subject}
      label="处理进度"
      unit={task.kind === 'import' ? '行' : '个'}
      ended={endText(task, outcomes)}
      stop={mayStop ? <StopTask call={contactTaskCalls.cancel} input={{ taskId }} invalidates={[contactTaskCalls.list]} /> : null}
    >
      {outcomes.length > 0 ? (
        <Facts facts={outcomes.map(([outcome, count]) => [contactTaskOutcomeNames[outcome], thousands(count)])} />
      ) : null}
      <UndoAct name={contactTaskKinds[task.kind]} undo={task.undo} mayUndo={mayWrite} />
      {task.hasRefusedRows && mayWrite ? (
        <p>
          <a href={`${refusedContactsRoute.path}?taskId=${taskId}`} download>
            下载没有导入的行（含行号与原因）
          </a>
        </p>
      ) : null}
    </Card>
  )
}

function endText({ kind, state, doneCount }: TaskRow, outcomes: readonly [ContactTaskOutcome, number][]): string {
  const [unit, missed] = kind === 'import' ? ['行', '行没有导入'] : ['个', '个没有成功']
  const failedCount = outcomes.filter(([outcome]) => failed.includes(outcome)).reduce((sum, [, count]) => sum + count, 0)
  return [
    `处理了 ${thousands(doneCount)} ${unit}`,
    failedCount > 0 ? `，其中 ${thousands(failedCount)} ${missed}` : '',
    state !== 'done' && doneCount > 0 ? '；已处理的保留' : '',
  ].join('')
}
