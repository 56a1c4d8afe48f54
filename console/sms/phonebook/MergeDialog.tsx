import { Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { contactTaskCalls, type KeepRule } from '#contract/recipients/contact-task.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { limits } from '#values/limits.ts'
import { keepRuleTexts } from '../../shared/labels/recipients.ts'

/** Merges numbers that are in several groups, after showing their count. */
export function MergeDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const [keep, setKeep] = useState<KeepRule>('oldest')
  const query = useCall(contactTaskCalls.duplicates, {}, { staleTimeMs: 0 })
  const start = useAct(contactTaskCalls.start, {
    invalidates: [contactTaskCalls.list],
    onDone: ({ taskId }) => {
      watchTask('contacts', taskId)
      onStarted()
    },
  })
  const surplusCount = query.data?.surplusCount ?? 0
  return (
    <AskDialog
      title="合并重复的联系人"
      okText={surplusCount > 0 ? `合并并删除 ${thousands(surplusCount)} 个` : '合并'}
      isDanger
      isDisabled={surplusCount === 0}
      act={start}
      onOk={() => start.mutate({ act: { kind: 'merge', keep } })}
      onClose={onClose}
    >
      {query.error ? <ErrorPanel title="没能统计重复的联系人" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.data && !query.error ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : null}
      {query.data && surplusCount === 0 ? <p>没有重复的联系人：每个号码只在一个分组里。</p> : null}
      {query.data && surplusCount > 0 ? (
        <>
          <p>
            有 <b>{thousands(query.data.phoneCount)}</b> 个号码同时在几个分组里。合并后每个号码只保留一个联系人， 另外{' '}
            <b>{thousands(surplusCount)}</b> 个会删除，{limits.undoHours} 小时内可以在“任务与结果”里撤销。
          </p>
          <Field label="保留哪一个" isGroup hint="保留的联系人缺少的姓名、字段、备注、同意记录和标签，由其他几个补上">
            {() => <Radio.Group value={keep} options={optionsOf(keepRuleTexts)} onChange={event => setKeep(event.target.value)} />}
          </Field>
        </>
      ) : null}
    </AskDialog>
  )
}
