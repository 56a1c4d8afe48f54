import { Button, Popconfirm } from 'antd'
import { routes } from '#console/routes.tsx'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { useAct } from '#ui/call.ts'
import { useUrlState } from '#ui/url-state.ts'
import { emptyDraft, forgetStep, newDraftId } from './draft.ts'
import type { DraftStatus } from './draft-autosave.ts'
import type { BroadcastForm } from './form.ts'

const words: Record<DraftStatus, string> = {
  fresh: '',
  kept: '已保存为草稿',
  waiting: '正在保存…',
  saving: '正在保存…',
  failed: '还没有保存到服务器，已保留在本浏览器，会自动重试',
  changed: '',
  sent: '',
}

/** Says that the input is saved, with a button that discards it. */
export function DraftNote({ form, draftId }: { form: BroadcastForm; draftId: string }) {
  const { autosave, status } = form
  const [, setUrl] = useUrlState({ draft: '', step: 'content' })
  const remove = useAct(broadcastDraftCalls.remove, { invalidates: [broadcastDraftCalls.list] })
  if (status === 'fresh') return routes['/sms/broadcast'].note
  if (status === 'changed')
    return (
      <span role="alert">
        这份草稿已在别的页面修改。
        <Button type="link" size="small" onClick={() => void autosave.takeTheirs()}>
          载入那份
        </Button>
        <Button type="link" size="small" onClick={() => void autosave.keepMine()}>
          保留这份
        </Button>
      </span>
    )
  const isEmpty = JSON.stringify(form.draft) === JSON.stringify(emptyDraft)
  const clear = () => {
    autosave.drop()
    forgetStep(draftId)
    remove.mutate({ draftIds: [draftId] })
    setUrl({ draft: newDraftId(), step: 'content' }, { replace: true })
  }
  return (
    <>
      <span aria-live="polite">{words[status]}</span>
      {isEmpty ? null : (
        <Popconfirm title="删除这份草稿，重新填写？" okText="删除" cancelText="返回" onConfirm={clear}>
          <Button type="link" size="small">
            清空重填
          </Button>
        </Popconfirm>
      )}
    </>
  )
}
