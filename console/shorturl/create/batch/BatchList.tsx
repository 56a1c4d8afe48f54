import { Button } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import { linkBatchCalls, linkBatchResultRoute, linkBatchStates, unfinishedBatchStates } from '#contract/links/link-batch.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { thousands } from '#ui/Count.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { useIntervalWhile } from '#ui/interval.ts'
import { Moment } from '#ui/Moment.tsx'
import { Panel } from '#ui/Panel.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { useMay } from '../../../session.ts'
import { ProgressBar } from '../../../sms/broadcast/recipients/ProgressBar.tsx'
import style from './Batch.module.css'
import type { BatchRow } from './mapping.ts'

const pollMs = 1_000
const isUnfinished = (batch: BatchRow) => unfinishedBatchStates.some(one => one === batch.state)

/** 批量任务: the newest first, with progress and results. */
export function BatchList() {
  const query = useCall(linkBatchCalls.list, {}, { staleTimeMs: 0 })
  const rows = query.data?.rows ?? []
  useIntervalWhile(rows.some(isUnfinished), () => query.refetch(), pollMs)
  return (
    <Panel title="批量任务" note="创建在后台进行，可以离开页面；结果文件里有每一行的短链接，或没有创建的原因。">
      <FormRefusal error={query.error} />
      {query.data && rows.length === 0 ? <p className={style.note}>还没有批量任务。</p> : null}
      {rows.map(batch => (
        <BatchCard key={batch.linkBatchId} batch={batch} />
      ))}
    </Panel>
  )
}

function BatchCard({ batch }: { batch: BatchRow }) {
  const mayWrite = useMay('link.write')
  const changes = { invalidates: [linkBatchCalls.list, linkPackageCalls.units] }
  const cancel = useAct(linkBatchCalls.cancel, changes)
  const resume = useAct(linkBatchCalls.resume, changes)
  const { tone, name } = linkBatchStates[batch.state]
  const { linkBatchId, doneCount, totalCount, madeCount } = batch
  const refusedCount = doneCount - madeCount
  return (
    <article className={style.batch} aria-label={batch.fileName}>
      <header>
        <b>{batch.fileName}</b>
        <span className={style.note}>{batch.way === 'targets' ? '每行一个网址' : '每人一个专属短链'}</span>
        <StateTag tone={tone}>{name}</StateTag>
      </header>
      {isUnfinished(batch) ? (
        <ProgressBar
          label={batch.state === 'waiting' ? '等待开始' : '正在创建'}
          share={totalCount === null ? null : doneCount / totalCount}
          note={`${thousands(doneCount)}${totalCount === null ? '' : ` / ${thousands(totalCount)}`} 行`}
          action={
            mayWrite ? (
              <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ linkBatchId })}>
                停止
              </Button>
            ) : null
          }
        />
      ) : (
        <p className={style.note}>
          <Moment at={batch.endedAt} short /> 结束：{totalCount === null ? '' : `共 ${thousands(totalCount)} 行，`}创建{' '}
          {thousands(madeCount)} 个{refusedCount > 0 ? `，${thousands(refusedCount)} 行没有创建` : ''}
          {totalCount !== null && doneCount < totalCount ? `，还有 ${thousands(totalCount - doneCount)} 行没有处理` : ''}
        </p>
      )}
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
      <FormRefusal error={batch.failure === null ? null : { message: batch.failure }} />
      <FormRefusal error={cancel.error ?? resume.error} />
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
    </article>
  )
}
