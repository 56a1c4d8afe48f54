import { App, Select } from 'antd'
import { useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { linkCalls } from '#contract/links/link.ts'
import { type LinkActKind, linkListCalls, linkTaskKinds } from '#contract/links/link-list.ts'
import { linkTagsRule } from '#contract/links/link-tag.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useTypedCount } from '#ui/form/TypedCount.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { linkAnswers } from './answers.ts'
import { type EndDraft, EndField, endOf, endProblem } from './EndField.tsx'
import { type ActedOn, describeRows, type WireAct, type WireFilter } from './links.ts'

export type ActKind = LinkActKind
/** Ticked links, or all that match a filter. */
export type ActTarget = { rows: ActedOn[] } | { filter: WireFilter; count: number }

interface ActDialogProps {
  kind: ActKind
  target: ActTarget
  onClose: () => void
  onDone: () => void
}

/** Consequences of each act, shown before it is done. */
const consequences: Record<ActKind, string> = {
  disable: '停用后立即不能访问，访客看到“链接已失效”；可以随时重新启用，访问数据保留。',
  enable: '启用前会重新检查目标网址：已被封禁的不会启用，没有审核过的先进入审核。',
  extend: '已过期的短链改为以后失效，就重新生效。已封禁的短链不变。',
  tag: `已有的标签保留；加上后超过${limits.linkTags}个标签的短链不变。`,
  untag: '只去掉这些标签，其他不变。',
  move: '一个短链只在一个分组里。',
  delete: `删除后立即不能访问，${limits.undoHours} 小时内可以撤销；后缀不会再给任何人使用。已有的访问数据仍计入账户和群发的统计。`,
}

/** One act on ticked links at once, or on all that match the filter as a background task. */
export function ActDialog({ kind, target, onClose, onDone }: ActDialogProps) {
  const { message } = App.useApp()
  const { offer } = useUndo()
  const [end, setEnd] = useState<EndDraft>({ kind: 'days', days: 30, at: '' })
  const [tags, setTags] = useState<string[]>([])
  const [groupId, setGroupId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const verb = linkTaskKinds[kind]
  const act = useAct(linkListCalls.act, {
    invalidates: linkAnswers,
    onDone: ({ changedCount, unchangedCount, undoId }) => {
      if (changedCount > 0) offer(`${verb}：已处理 ${thousands(changedCount)} 个短链${unchangedText(unchangedCount)}`, undoId)
      else void message.info('没有短链需要改变：已经是这样，或当前状态不允许')
      onDone()
    },
  })
  const start = useAct(linkListCalls.actOnAll, {
    invalidates: [linkListCalls.tasks],
    onDone: ({ taskId }) => {
      watchTask('links', taskId)
      onDone()
    },
  })
  const problem = kind === 'extend' ? endProblem(end) : kind === 'tag' || kind === 'untag' ? tagProblem(tags) : null
  const takesAway = kind === 'delete' || kind === 'disable'
  const typed = useTypedCount(takesAway ? ('rows' in target ? target.rows.length : target.count) : 0)
  const confirm = () => {
    setTried(true)
    typed.try()
    if (problem !== null || !typed.isGiven) return
    const wire = wireAct(kind, { endsAt: endOf(end), tags, linkGroupId: groupId === noGroupChosen ? null : groupId })
    if (kind === 'move' && groupId === null) return
    if ('rows' in target) act.mutate({ linkIds: target.rows.map(row => row.linkId), act: wire })
    else start.mutate({ filter: target.filter, act: wire })
  }
  const targetText = 'rows' in target ? describeRows(target.rows) : `符合条件的全部 ${thousands(target.count)} 个短链`
  const sent = 'rows' in target ? target.rows.filter(row => row.source === 'broadcast').length : null
  return (
    <Dialog
      open
      title={question(kind, targetText)}
      okText={verb}
      cancelText="返回"
      okButtonProps={{ danger: takesAway }}
      confirmLoading={act.isPending || start.isPending}
      onOk={confirm}
      onCancel={onClose}
    >
      <p>{consequences[kind]}</p>
      {takesAway && sent !== 0 ? (
        <p>{sent === null ? '其中可能有随群发发出的短链' : `其中 ${sent} 个是随群发发出的`}：收件人手机里的链接会一起失效。</p>
      ) : null}
      {typed.field}
      {kind === 'extend' ? <EndField draft={end} error={isTried ? problem : null} onChange={setEnd} /> : null}
      {kind === 'tag' || kind === 'untag' ? (
        <TagField label={kind === 'tag' ? '要加的标签' : '要去掉的标签'} tags={tags} error={isTried ? problem : null} onChange={setTags} />
      ) : null}
      {kind === 'move' ? (
        <GroupField value={groupId} error={isTried && groupId === null ? '请选择分组' : null} onChange={setGroupId} />
      ) : null}
      {'filter' in target ? <p>在后台进行，可以离开本页；进度在列表上方，随时可以停止。</p> : null}
      <FormRefusal error={act.error ?? start.error} />
    </Dialog>
  )
}

/** The question as a sentence: the word order depends on the act. */
const question = (kind: ActKind, targetText: string): string => {
  if (kind === 'delete' || kind === 'disable') return `${linkTaskKinds[kind]}${targetText}吗？`
  if (kind === 'enable') return `${linkTaskKinds[kind]}${targetText}`
  if (kind === 'move') return `把${targetText}移到其他分组`
  if (kind === 'extend') return `修改${targetText}的有效期`
  return `给${targetText}${linkTaskKinds[kind]}`
}

const noGroupChosen = 'none'

const unchangedText = (count: number) => (count > 0 ? `，${thousands(count)} 个不变（已经是这样，或当前状态不允许）` : '')
const tagProblem = (tags: string[]) => (tags.length === 0 ? '请填写标签' : ruleMessage(linkTagsRule, tags))

function wireAct(kind: ActKind, given: { endsAt: string | null; tags: string[]; linkGroupId: string | null }): WireAct {
  if (kind === 'extend') return { kind, endsAt: given.endsAt }
  if (kind === 'tag' || kind === 'untag') return { kind, tags: given.tags }
  if (kind === 'move') return { kind, linkGroupId: given.linkGroupId }
  return { kind }
}

interface TagFieldProps {
  label: string
  tags: string[]
  error: string | null
  onChange: (tags: string[]) => void
}

function TagField({ label, tags, error, onChange }: TagFieldProps) {
  const known = useCall(linkCalls.choices, {}, { staleTimeMs: 60_000 }).data?.tags ?? []
  return (
    <Field label={label} error={error} hint="选择已有的，或输入后按回车">
      {control => (
        <Select
          {...control}
          style={{ width: '100%' }}
          mode="tags"
          tokenSeparators={[',', '，', ' ']}
          maxCount={limits.linkTags}
          options={known.map(tag => ({ value: tag, label: tag }))}
          value={tags}
          onChange={next => onChange([...new Set(next.map(tag => tag.trim()).filter(tag => tag !== ''))])}
        />
      )}
    </Field>
  )
}

function GroupField({ value, error, onChange }: { value: string | null; error: string | null; onChange: (id: string) => void }) {
  const groups = useCall(linkListCalls.filters, {}).data?.groups ?? []
  return (
    <Field label="移到分组" error={error} hint="分组在“管理 - 分组管理”里新建">
      {control => (
        <Select
          {...control}
          style={{ width: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择分组"
          value={value}
          options={[{ value: noGroupChosen, label: '移出分组' }, ...groups.map(group => ({ value: group.linkGroupId, label: group.name }))]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
