import { linkTaskKinds, linkTaskStates } from '#contract/links/link-list.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import style from './Manage.module.css'
import { endText, isUnfinished, TaskProgress, useTasks } from './TaskProgress.tsx'

/** 批量任务: the newest bulk acts, running and ended. */
export function TasksDrawer({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const query = useTasks()
  return (
    <DetailDrawer isOpen onClose={onClose} title="批量任务" query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={style.note}>还没有批量任务。勾选本页全部短链后，可以选择符合条件的全部短链一起处理。</p>
        ) : (
          <ul className={style.list}>
            {rows.map(task => (
              <li key={task.taskId}>
                <span className={style.line}>
                  <b>批量{linkTaskKinds[task.kind]}</b>
                  <StateTag tone={linkTaskStates[task.state].tone}>{linkTaskStates[task.state].name}</StateTag>
                  <Moment at={task.createdAt} short />
                </span>
                {isUnfinished(task) ? <TaskProgress task={task} mayWrite={mayWrite} /> : <p className={style.note}>{endText(task)}</p>}
              </li>
            ))}
          </ul>
        )
      }
    </DetailDrawer>
  )
}
