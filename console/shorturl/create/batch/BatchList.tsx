import { Button } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkBatchCalls, linkBatchResultRoute } from '#contract/links/link-batch.ts'
import { isUnfinished } from '#contract/tasks/task.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StopTask, TaskCard, useTasks } from '#ui/display/TaskProgress.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../../session.ts'
import { AddFile } from './AddFile.tsx'
import style from './Batch.module.css'
import type { BatchRow } from './mapping.ts'

/** 批量任务: the newest first, with progress and results. */
export function BatchList() {
  const query = useTasks(linkBatchCalls.list, {}, ({ rows }) => rows)
  const rows = query.data?.rows ?? []
  return (
    <Panel title="批量任务" note="创建在后台进行，可以离开页面；结果文件里有每一行的短链接，或没有创建的原因。">
      <FormRefusal error={query.error} />
      {query.data && rows.length === 0 ? <p className={`${layout.flush} ${layout.note}`}>还没有批量任务。</p> : null}
      {rows.map(batch => (
        <BatchCard key={batch.linkBatchId} batch={batch} />
      ))}
    </Panel>
  )
}

const changed = [linkBatchCalls.list, homeCalls.frame]

function BatchCard({ batch }: { batch: BatchRow }) {
  const mayWrite = useMay('link.write')
  const resume = useAct(linkBatchCalls.resume, { invalidates: changed, onDone: (_, { linkBatchId }) => watchTask('batch', linkBatchId) })
  const { linkBatchId, doneCount, madeCount } = batch
  const refusedCount = doneCount - madeCount
  return (
    <TaskCard
      task={batch}
      title={batch.fileName}
      subject={batch.way === 'targets' ? '每行一个网址' : '每人一个专属短链'}
      label="创建进度"
      unit="行"
      ended={endText(batch)}
      stop={mayWrite ? <StopTask call={linkBatchCalls.cancel} input={{ linkBatchId }} invalidates={changed} /> : null}
    >
      {batch.problems.length > 0 ? (
        <ul className={style.problems} aria-label="没有创建的行">
          {batch.problems.map(({ line, given, problem }) => (
            <li key={line}>
              第 {line} 行 {given === '' ? '（空）' : given}：{problem}
            </li>
          ))}
          {refusedCount > batch.problems.length ? <li>其余 {thousands(refusedCount - batch.problems.length)} 行见结果文件</li> : null}
        </ul>
      ) : null}
      {mayWrite && refusedCount > 0 && !isUnfinished(batch) ? <AddFile linkBatchId={linkBatchId} /> : null}
      <FormRefusal error={resume.error} />
      <p className={style.acts}>
        {madeCount > 0 && batch.way === 'targets' ? (
          <PageLink to="/shorturl/manage" query={{ linkBatchId }}>
            查看这批短链
          </PageLink>
        ) : null}
        {doneCount > 0 ? (
          <a href={`${linkBatchResultRoute.path}?linkBatchId=${linkBatchId}`} download>
            下载结果
          </a>
        ) : null}
        {batch.linkId ? (
          <PageLink to="/shorturl/visitor" query={{ link: batch.linkId }}>
            访客统计
          </PageLink>
        ) : null}
        {mayWrite && (batch.state === 'failed' || batch.state === 'canceled') ? (
          <Button type="link" size="small" loading={resume.isPending} onClick={() => resume.mutate({ linkBatchId })}>
            继续创建
          </Button>
        ) : null}
      </p>
    </TaskCard>
  )
}

function endText({ totalCount, doneCount, madeCount }: BatchRow): string {
  const refusedCount = doneCount - madeCount
  return [
    totalCount === null ? '' : `共 ${thousands(totalCount)} 行，`,
    `创建 ${thousands(madeCount)} 个`,
    refusedCount > 0 ? `，${thousands(refusedCount)} 行没有创建` : '',
    totalCount !== null && doneCount < totalCount ? `，还有 ${thousands(totalCount - doneCount)} 行没有处理` : '',
  ].join('')
}
