import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { isUnfinished, type TaskProgressWire } from '#contract/tasks/task.ts'
import { type CallTarget, useAct, useCall } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useIntervalWhile } from '#ui/interval.ts'
import { taskStateTags } from '#ui/labels/tasks.ts'
import layout from '#ui/theme/layout.module.css'
import { thousands } from './Count.tsx'
import { Moment } from './Moment.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { StateTag } from './StateTag.tsx'
import style from './TaskProgress.module.css'
import { timeLeftText } from './time-left.ts'

const pollMs = 1_000

/** Asks a call for its tasks, every second while one of them is unfinished. */
export function useTasks<C extends Call>(call: C, input: CallInputWire<C>, tasksOf: (answer: CallAnswerWire<C>) => TaskProgressWire[]) {
  const query = useCall(call, input, { staleTimeMs: 0 })
  useIntervalWhile(query.data !== undefined && tasksOf(query.data).some(isUnfinished), () => query.refetch(), pollMs)
  return query
}

interface TaskProgressProps {
  task: TaskProgressWire
  label: string
  /** What is counted. */
  unit: '行' | '个'
  /** A StopTask, where it may be stopped. */
  stop: ReactNode
}

/** How far an unfinished resumable task is, and how long it will still take. */
export function TaskProgress({ task, label, unit, stop }: TaskProgressProps) {
  const { doneCount, totalCount } = task
  const share = totalCount === null ? null : Math.min(1, doneCount / Math.max(1, totalCount))
  const total = totalCount === null ? '' : ` / ${thousands(totalCount)}`
  return (
    <ProgressBar
      label={label}
      share={share}
      note={task.state === 'waiting' ? '等待开始' : `${thousands(doneCount)}${total} ${unit}${timeLeftText(task)}`}
      action={stop}
    />
  )
}

/** Stops a task; what it has done stays. */
export function StopTask<C extends Call>({ call, input, ...options }: { call: C; input: CallInputWire<C>; invalidates: CallTarget[] }) {
  const stop = useAct(call, options)
  return (
    <>
      {stop.error ? <span role="alert">{stop.error.message}</span> : null}
      <Button size="small" loading={stop.isPending} onClick={() => stop.mutate(input)}>
        停止
      </Button>
    </>
  )
}

interface TaskCardProps extends TaskProgressProps {
  title: string
  /** After the title: what it is done to. */
  subject?: string
  /** What became of it, after the moment of its end. */
  ended: string
  children?: ReactNode
}

/** A resumable task as a card: its progress while it is unfinished, then its end. */
export function TaskCard({ task, title, subject = '', ended, children, ...progress }: TaskCardProps) {
  const { tone, name } = taskStateTags[task.state]
  return (
    <article className={style.task} aria-label={`${title} ${subject}`.trim()}>
      <header>
        <b>
          {title}
          {subject === '' ? null : <span> {subject}</span>}
        </b>
        <StateTag tone={tone}>{name}</StateTag>
      </header>
      {isUnfinished(task) ? (
        <TaskProgress task={task} {...progress} />
      ) : (
        <p className={layout.faint}>
          <Moment at={task.endedAt} /> 结束：{ended}
        </p>
      )}
      <FormRefusal error={task.failure === null ? null : { message: task.failure }} />
      {children}
    </article>
  )
}
