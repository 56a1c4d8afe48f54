import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { blacklistImportCalls, blacklistImportStates } from '#contract/blacklist/blacklist-import.ts'
import { thousands } from '#ui/Count.tsx'
import { invalidate, useAct, useCall } from '#ui/call.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { Facts, Section } from '#ui/Facts.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { ProgressBar } from '../broadcast/recipients/ProgressBar.tsx'
import style from './Blacklist.module.css'
import { blacklistAnswers } from './blacklist.ts'

const refreshMs = 1_000

/** Progress of an import, and at the end the results of its rows. It continues when the page is left. */
export function ImportProgress({ uploadId, onClose, onAgain }: { uploadId: string; onClose: () => void; onAgain: () => void }) {
  const client = useQueryClient()
  const query = useCall(blacklistImportCalls.one, { uploadId }, { refetchInterval: refreshMs })
  const cancel = useAct(blacklistImportCalls.cancel, { invalidates: [blacklistImportCalls.one] })
  const state = query.data?.state
  useEffect(() => {
    if (state && state !== 'reading') invalidate(client, blacklistAnswers)
  }, [client, state])
  return (
    <DetailDrawer
      isOpen
      onClose={onClose}
      title="导入黑名单"
      query={query}
      actions={
        state === 'reading' ? (
          <span className={style.note}>离开本页也会继续导入</span>
        ) : (
          <>
            <Button onClick={onAgain}>再导入一个文件</Button>
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          </>
        )
      }
    >
      {({ progress, fileName, failure, ...one }) => (
        <>
          {one.state === 'reading' ? (
            <ProgressBar
              label={`正在导入 ${fileName}`}
              share={progress.totalBytes > 0 ? progress.readBytes / progress.totalBytes : null}
              note={`已处理 ${thousands(progress.rowCount)} 行`}
              action={
                <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ uploadId })}>
                  停止
                </Button>
              }
            />
          ) : null}
          <FormRefusal error={failure ? { message: `${failure}。此前已加入的号码会保留。` } : cancel.error} />
          <Facts
            facts={[
              ['文件', fileName],
              [
                '状态',
                <StateTag key="state" tone={blacklistImportStates[one.state].tone}>
                  {blacklistImportStates[one.state].name}
                </StateTag>,
              ],
              ['已处理', `${thousands(progress.rowCount)} 行`],
              ['新加入', <b key="added">{thousands(progress.addedCount)}</b>],
              ['已在名单或文件中重复', thousands(progress.knownCount)],
              ['格式错误，没有加入', thousands(progress.malformedCount)],
              ['开始', <Moment key="start" at={one.createdAt} />],
              ['结束', one.finishedAt ? <Moment key="end" at={one.finishedAt} /> : null],
            ]}
          />
          {progress.problems.length > 0 ? (
            <Section
              title={
                progress.problems.length < progress.malformedCount ? `格式错误的行（前 ${progress.problems.length} 行）` : '格式错误的行'
              }
            >
              <ul className={style.problems}>
                {progress.problems.map(({ line, text, reason }) => (
                  <li key={line}>
                    <span>第 {thousands(line)} 行</span>
                    <code>{text || '（空）'}</code>
                    <span>{reason}</span>
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}
