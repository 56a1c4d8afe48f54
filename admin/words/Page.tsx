import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useBulk } from '#admin/ui/bulk.ts'
import { adminWordCalls } from '#contract/forbidden-words/admin-word.ts'
import { allWordKinds } from '#contract/forbidden-words/word.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { keysOf } from '#values/keys.ts'
import { wordLevelTags } from '../ui/labels/forbidden-words.ts'
import { kindOptions, kindsText, type WordRow, wordAnswers } from './word.ts'

const AddDialog = lazyPart('AddDialog', () => import('./AddDialog.tsx'))
const EditDialog = lazyPart('EditDialog', () => import('./EditDialog.tsx'))
const EnableDialog = lazyPart('EnableDialog', () => import('./EnableDialog.tsx'))
const TryDialog = lazyPart('TryDialog', () => import('./TryDialog.tsx'))

const levels = keysOf(wordLevelTags)

const facts: ListColumn<WordRow>[] = [
  { id: 'word', title: '违禁词', isAlways: true, width: 160, render: row => row.word },
  stateColumn(row => wordLevelTags[row.level], { id: 'level', title: '处理', width: 110 }),
  { id: 'kinds', title: '适用内容', width: 150, render: row => kindsText(row.kinds) },
  { id: 'remark', title: '说明', width: 220, render: row => row.remark || '–' },
  countColumn(row => row.hitCount, { id: 'hits', title: '近30天命中', width: 110, unit: '次' }),
  {
    id: 'state',
    title: '状态',
    width: 90,
    render: row => <StateTag tone={row.isEnabled ? 'good' : 'ended'}>{row.isEnabled ? '启用' : '停用'}</StateTag>,
  },
  { id: 'changedAt', title: '最近修改', width: 156, render: row => <Moment at={row.changedAt} /> },
]

/** 违禁词: forbidden words, and words for reviewers; a change applies from the next check on. */
export function Page() {
  const list = useListState({ state: '', search: '', level: '', kind: '' })
  const [asked, setAsked] = useState<'add' | 'try' | WordRow | null>(null)
  const { state, level, kind, search } = list.values
  const filter = {
    search,
    state: state === 'enabled' || state === 'disabled' ? state : undefined,
    level: levels.find(one => one === level),
    kind: allWordKinds.find(one => one === kind),
  } as const
  const query = useListCall(adminWordCalls.list, { ...filter, ...list.page })
  const enable = useMessageAct(adminWordCalls.enable, {
    invalidates: wordAnswers,
    done: (_, { isEnabled }) => (isEnabled ? '已启用，下一次检查起生效' : '已停用，下一次检查起不再拦截'),
  })
  const actions = actionColumn<WordRow>(120, row => [
    { label: '修改', onClick: () => setAsked(row) },
    {
      label: row.isEnabled ? '停用' : '启用',
      onClick: () => enable.mutate({ wordId: row.wordId, isEnabled: !row.isEnabled }),
    },
  ])
  const add = (
    <>
      <Button onClick={() => setAsked('try')}>试查文字</Button>
      <Button type="primary" onClick={() => setAsked('add')}>
        添加违禁词
      </Button>
    </>
  )
  const counts = query.data?.counts
  const bulk = useBulk<WordRow, boolean>()
  return (
    <ListPage
      id="admin-word"
      title="违禁词"
      note="签名和模板在填写和提交时检查；加符号、空格、全角、繁体、形似字符等写法同样会被识别。命中数按每个客户每天计一次。"
      action={add}
      list={list}
      query={query}
      columns={[...facts, actions]}
      rowKey={row => row.wordId}
      readPage={page => send(adminWordCalls.list, { ...filter, ...page })}
      onOpen={setAsked}
      batch={(choice, clear) => (
        <>
          <Button onClick={() => bulk.open(true, choice, clear)}>启用</Button>
          <Button onClick={() => bulk.open(false, choice, clear)}>停用</Button>
        </>
      )}
      tabs={{
        name: 'state',
        items: [
          { key: '', label: '全部', count: counts && counts.enabled + counts.disabled },
          { key: 'enabled', label: '启用', count: counts?.enabled },
          { key: 'disabled', label: '停用', count: counts?.disabled },
        ],
      }}
      filters={[
        { kind: 'search', name: 'search', label: '词或说明' },
        { kind: 'select', name: 'level', label: '处理', options: levels.map(value => ({ value, label: wordLevelTags[value].name })) },
        { kind: 'select', name: 'kind', label: '适用内容', options: kindOptions },
      ]}
      emptyState={{ title: '还没有违禁词', text: '添加后，含有它们的签名和模板会被拦下或标出。', action: add }}
      errorTitle="违禁词没能加载"
    >
      <Suspense>
        {bulk.asked ? <EnableDialog isEnabled={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}
        {asked === 'add' ? <AddDialog onClose={() => setAsked(null)} /> : null}
        {asked === 'try' ? <TryDialog onClose={() => setAsked(null)} /> : null}
        {asked !== null && typeof asked === 'object' ? <EditDialog row={asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}
