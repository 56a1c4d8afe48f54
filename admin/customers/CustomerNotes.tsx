import { Button, Input } from 'antd'
import { useState } from 'react'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Timeline } from '#ui/display/Timeline.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'

/** Internal notes of staff about a customer, who never sees them. */
export function CustomerNotes({ accountId }: { accountId: string }) {
  const [text, setText] = useState('')
  const query = useCall(adminPersonCalls.notes, { accountId })
  const invalidates = [adminPersonCalls.notes]
  const add = useAct(adminPersonCalls.addNote, { invalidates, onDone: () => setText('') })
  const remove = useMessageAct(adminPersonCalls.removeNote, { invalidates, done: '备注已删除' })
  const rows = query.data?.rows ?? []
  return (
    <>
      <Input.TextArea
        aria-label="新备注"
        placeholder="只有运营人员能看到"
        rows={2}
        maxLength={500}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button
        style={{ margin: '8px 0 16px' }}
        disabled={text.trim() === ''}
        loading={add.isPending}
        onClick={() => add.mutate({ accountId, text })}
      >
        添加备注
      </Button>
      <FormRefusal error={add.error ?? query.error} />
      <Timeline
        steps={rows.map(row => ({
          key: row.noteId,
          tone: 'ended' as const,
          title: row.by,
          at: row.at,
          children: (
            <>
              {row.text}{' '}
              {row.isOwn ? (
                <Button type="link" size="small" onClick={() => remove.mutate({ accountId, noteId: row.noteId })}>
                  删除
                </Button>
              ) : null}
            </>
          ),
        }))}
      />
    </>
  )
}
