import { Button } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls } from '#contract/links/link.ts'
import { linkListCalls } from '#contract/links/link-list.ts'
import type { ReferrerPolicy } from '#contract/links/link-rule.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { useCall, useListCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { minuteText } from '#values/send-window.ts'
import { referrerPolicyNames } from '../../shared/labels/links.ts'
import style from './Manage.module.css'

type Edit = CallAnswerWire<typeof linkListCalls.history>['rows'][number]
type Value = Edit['changes'][number]['before']

const fieldNames: Record<string, string> = {
  target: '目标网址',
  title: '标题',
  tags: '标签',
  linkGroupId: '分组',
  startsAt: '生效时间',
  endsAt: '失效时间',
  endedTarget: '失效后跳转到',
  visitLimit: '访问次数上限',
  activeFromMinute: '可访问时段开始',
  activeUntilMinute: '可访问时段结束',
  rules: '分流规则',
  passesQuery: '传递访客参数',
  referrerPolicy: '来源信息',
  password: '访问密码',
  state: '状态',
}

const firstEdits = 5
const maxEdits = 100

/** Change history: who, when, before → after, the newest first. */
export function History({ linkId }: { linkId: string }) {
  const [isLong, setLong] = useState(false)
  const query = useListCall(linkListCalls.history, { linkId, pageSize: isLong ? maxEdits : firstEdits })
  const groups = new Map(
    useCall(linkCalls.choices, {}, { staleTimeMs: 60_000 }).data?.groups.map(group => [group.linkGroupId, group.name] as const),
  )
  const { data, error } = query
  if (error && !data) return <ErrorPanel title="修改记录没能加载" error={error} onRetry={() => void query.refetch()} />
  return (
    <Section title="修改记录">
      {data?.rows.length === 0 ? <p className={style.note}>创建后没有修改过。</p> : null}
      <Timeline
        steps={(data?.rows ?? []).map(edit => ({
          key: edit.editId,
          tone: 'ended' as const,
          title: edit.memberName ?? '系统',
          at: edit.at,
          children: edit.changes.map(change => (
            <span key={change.field} className={`${layout.block} ${layout.anywhere} ${style.change}`}>
              {fieldNames[change.field] ?? change.field}：<Cut kind="del" text={valueText(change.field, change.before, groups)} /> →{' '}
              <Cut kind="ins" text={valueText(change.field, change.after, groups)} />
            </span>
          )),
        }))}
      />
      {data?.nextCursor ? (
        isLong ? (
          <p className={style.note}>只显示最近 {maxEdits} 次修改。</p>
        ) : (
          <Button type="link" onClick={() => setLong(true)}>
            显示更早的修改
          </Button>
        )
      ) : null}
    </Section>
  )
}

/** Two lines; a target may have 2,048 characters. */
const maxCharacters = 90

function Cut({ kind: Kind, text }: { kind: 'del' | 'ins'; text: string }) {
  return text.length <= maxCharacters ? <Kind>{text}</Kind> : <Kind title={text}>{text.slice(0, maxCharacters)}…</Kind>
}

/** A field's value as displayed. */
function valueText(field: string, value: Value, groups: ReadonlyMap<string, string>): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return field === 'endsAt' ? '长期有效' : '无'
  if (field === 'state') return linkStateTags[value as LinkState]?.name ?? String(value)
  if (field === 'linkGroupId') return groups.get(String(value)) ?? '已删除的分组'
  if (field === 'startsAt' || field === 'endsAt') return formatChinaTime(new Date(String(value))).slice(0, 16)
  if (field === 'rules') return `${(value as unknown[]).length} 条`
  if (field === 'referrerPolicy') return referrerPolicyNames[value as ReferrerPolicy] ?? String(value)
  if (field.startsWith('active') && typeof value === 'number') return minuteText(value)
  if (typeof value === 'boolean') return field === 'password' ? (value ? '有' : '无') : value ? '是' : '否'
  if (Array.isArray(value)) return value.join('、')
  return typeof value === 'number' ? thousands(value) : String(value)
}
