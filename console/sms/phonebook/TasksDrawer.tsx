import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { limits } from '#values/limits.ts'
import style from './Phonebook.module.css'
import { TaskCard } from './TaskCard.tsx'
import { useContactTasks } from './tasks.ts'

/** 任务: imports and bulk acts on contacts, the newest first, with progress and results. */
export function TasksDrawer({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const query = useContactTasks()
  return (
    <DetailDrawer onClose={onClose} title="任务与结果" query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={style.note}>还没有任务。导入文件、对符合条件的全部联系人进行的操作，会在这里显示进度和结果。</p>
        ) : (
          <>
            {rows.map(task => (
              <TaskCard key={task.taskId} task={task} mayWrite={mayWrite} />
            ))}
            <p className={style.note}>任务的结果保留 {limits.contactTaskKeptDays} 天。</p>
          </>
        )
      }
    </DetailDrawer>
  )
}
