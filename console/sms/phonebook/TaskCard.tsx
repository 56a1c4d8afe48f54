import { Button } from 'antd'
import {
  type ContactTaskOutcome,
  contactTaskCalls,
  contactTaskKinds,
  contactTaskOutcomes,
  contactTaskStates,
  failedOutcomes,
  refusedContactsRoute,
} from '#contract/recipients/contact-task.ts'
import { thousands } from '#ui/Count.tsx'
import { useAct } from '#ui/call.ts'
import { Facts } from '#ui/Facts.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { ProgressBar } from '../broadcast/recipients/ProgressBar.tsx'
import style from './Phonebook.module.css'
import { isUnfinished, type TaskRow } from './tasks.ts'

const failed: readonly ContactTaskOutcome[] = failedOutcomes

/** A task: its progress, or its result and those of its rows. */
export function TaskCard({ task, mayWrite }: { task: TaskRow; mayWrite: boolean }) {
  const cancel = useAct(contactTaskCalls.cancel, { invalidates: [contactTaskCalls.list] })
  const name = contactTaskKinds[task.kind]
  const { tone, name: stateName } = contactTaskStates[task.state]
  const outcomes = (Object.entries(task.counts) as [ContactTaskOutcome, number][]).filter(([, count]) => count > 0)
  const failedCount = outcomes.filter(([outcome]) => failed.includes(outcome)).reduce((sum, [, count]) => sum + count, 0)
  return (
    <article className={style.task} aria-label={`${name} ${task.subject}`}>
      <header>
        <b>
          {name}
          {task.subject === '' ? null : <span> {task.subject}</span>}
        </b>
        <StateTag tone={tone}>{stateName}</StateTag>
      </header>
      {isUnfinished(task) ? (
        <ProgressBar
          label={task.state === 'waiting' ? '等待开始' : '正在处理'}
          share={task.totalCount === null ? null : task.doneCount / Math.max(1, task.totalCount)}
          note={`${thousands(task.doneCount)}${task.totalCount === null ? '' : ` / ${thousands(task.totalCount)}`} ${task.kind === 'import' ? '行' : '个'}`}
          action={
            mayWrite && task.kind !== 'clear_field' ? (
              <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ taskId: task.taskId })}>
                取消
              </Button>
            ) : null
          }
        />
      ) : (
        <p className={style.note}>
          <Moment at={task.endedAt} short /> 结束，处理了 {thousands(task.doneCount)} {task.kind === 'import' ? '行' : '个'}
          {failedCount > 0 ? `，其中 ${thousands(failedCount)} ${task.kind === 'import' ? '行没有导入' : '个没有成功'}` : ''}
          {task.state === 'canceled' && task.doneCount > 0 ? '；取消前已处理的保留' : ''}
        </p>
      )}
      {outcomes.length > 0 ? <Facts facts={outcomes.map(([outcome, count]) => [contactTaskOutcomes[outcome], thousands(count)])} /> : null}
      <FormRefusal
        error={task.failure === null ? null : { message: `${task.failure}${task.doneCount > 0 ? '（之前已处理的保留）' : ''}` }}
      />
      <FormRefusal error={cancel.error} />
      {task.hasRefusedRows && mayWrite ? (
        <p>
          <a href={`${refusedContactsRoute.path}?taskId=${task.taskId}`} download>
            下载没有导入的行（含行号与原因）
          </a>
        </p>
      ) : null}
    </article>
  )
}
