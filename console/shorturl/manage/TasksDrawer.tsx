import { TaskCard } from '#ui/display/TaskProgress.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import style from './Manage.module.css'
import { endText, progressOf, titleOf, useLinkTasks } from './tasks.tsx'

/** 批量任务: the newest bulk acts, running and ended. */
export function TasksDrawer({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const query = useLinkTasks()
  return (
    <DetailDrawer onClose={onClose} title="批量任务" query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={style.note}>还没有批量任务。勾选本页全部短链后，可以选择符合条件的全部短链一起处理。</p>
        ) : (
          rows.map(task => <TaskCard key={task.taskId} {...progressOf(task, mayWrite)} title={titleOf(task)} ended={endText(task)} />)
        )
      }
    </DetailDrawer>
  )
}
