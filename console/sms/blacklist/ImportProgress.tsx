import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { UndoAct } from '#console/shared/undo/UndoAct.tsx'
import { blacklistImportCalls } from '#contract/blacklist/blacklist-import.ts'
import { refusedRowsRoute } from '#contract/recipients/upload.ts'
import { isUnfinished } from '#contract/tasks/task.ts'
import { invalidate } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StopTask, TaskCard, useTasks } from '#ui/display/TaskProgress.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../session.ts'
import style from './Blacklist.module.css'
import { blacklistAnswers } from './blacklist.ts'

/** Progress of an import, and at the end the results of its rows. It continues when the page is left. */
export function ImportProgress({ uploadId, onClose, onAgain }: { uploadId: string; onClose: () => void; onAgain: () => void }) {
  const client = useQueryClient()
  const mayWrite = useMay('blacklist.write')
  const query = useTasks(blacklistImportCalls.one, { uploadId }, task => [task])
  const isEnded = query.data !== undefined && !isUnfinished(query.data)
  useEffect(() => {
    if (isEnded) invalidate(client, blacklistAnswers)
  }, [client, isEnded])
  return (
    <DetailDrawer
      onClose={onClose}
      title="导入黑名单"
      query={query}
      actions={
        isEnded ? (
          <>
            <Button onClick={onAgain}>再导入一个文件</Button>
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          </>
        ) : (
          <span className={style.note}>离开本页也会继续导入</span>
        )
      }
    >
      {task => (
        <>
          <TaskCard
            task={task}
            title={task.fileName}
            label="导入进度"
            unit="行"
            ended={`处理了 ${thousands(task.doneCount)} 行${task.state === 'done' ? '' : '；已加入的号码保留'}`}
            stop={<StopTask call={blacklistImportCalls.cancel} input={{ uploadId }} invalidates={[blacklistImportCalls.one]} />}
          />
          <Facts
            facts={[
              ['已处理', `${thousands(task.doneCount)} 行`],
              ['新加入', <b key="added">{thousands(task.addedCount)}</b>],
              ['已在名单或文件中重复', thousands(task.knownCount)],
              ['格式错误，没有加入', thousands(task.malformedCount)],
              ['开始', <Moment key="start" at={task.createdAt} />],
            ]}
          />
          <UndoAct name="导入黑名单" undo={task.undo} mayUndo={mayWrite} />
          {task.problems.length > 0 ? (
            <Section title={task.problems.length < task.malformedCount ? `格式错误的行（前 ${task.problems.length} 行）` : '格式错误的行'}>
              <ul className={`${layout.list} ${style.problems}`}>
                {task.problems.map(({ line, text, reason }) => (
                  <li key={line}>
                    <span>第 {thousands(line)} 行</span>
                    <code>{text || '（空）'}</code>
                    <span>{reason}</span>
                  </li>
                ))}
              </ul>
              {task.state === 'done' ? (
                <p>
                  <a href={`${refusedRowsRoute.path}?uploadId=${uploadId}`} download>
                    下载没有加入的行
                  </a>
                  <span className={layout.note}> 原来的各列加上原因，改好后再导入一次，只加入这些行</span>
                </p>
              ) : null}
            </Section>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}
