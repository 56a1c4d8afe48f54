import { useState } from 'react'
import { linkCalls } from '#contract/links/link.ts'
import { useCall } from '#ui/call.ts'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { useTargetChecks } from '../ui/checks.ts'
import { LinkFields } from '../ui/LinkFields.tsx'
import { draftOf, editOf, problemsOf, type WholeLink } from '../ui/link-draft.ts'
import { linkAnswers } from './answers.ts'
import { bareAddress } from './links.ts'
import style from './Manage.module.css'

/** 修改短链: every setting of a link but its address. */
export function EditForm({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const query = useCall(linkCalls.one, { linkId }, { staleTimeMs: 0 })
  const link = query.isFetching ? undefined : query.data
  // The form keeps the values it was opened with, whatever is loaded later.
  const [first, setFirst] = useState<WholeLink | null>(null)
  if (first === null && link) setFirst(link)
  if (first) return <Form link={first} onClose={onClose} />
  return (
    <DetailDrawer onClose={onClose} title="修改短链" query={{ ...query, data: undefined }}>
      {() => null}
    </DetailDrawer>
  )
}

function Form({ link, onClose }: { link: WholeLink; onClose: () => void }) {
  const [first] = useState(() => draftOf(link))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const choices = useCall(linkCalls.choices, {}, { staleTimeMs: 60_000 }).data
  const checks = useTargetChecks(draft.target)
  const changes = editOf(first, draft, Date.now())
  const isUnsaved = Object.keys(changes).length > 0
  const edit = useDialogAct(linkCalls.edit, {
    invalidates: linkAnswers,
    done: ({ state }) => (state === 'reviewing' ? '已保存，新的目标网址正在审核' : '已保存'),
    onClose,
  })
  const problems = isTried ? { ...problemsOf(draft, Date.now(), first), ...edit.error?.fields } : {}
  const save = () => {
    setTried(true)
    if (Object.keys(problemsOf(draft, Date.now(), first)).length === 0 && isUnsaved) edit.mutate({ linkId: link.linkId, ...changes })
  }
  return (
    <FieldDrawer
      title={`修改短链 ${bareAddress(link.shortUrl)}`}
      onSave={save}
      isSaving={edit.isPending}
      isDisabled={!isUnsaved}
      isUnsaved={isUnsaved}
      error={edit.error}
      onClose={onClose}
    >
      {link.source === 'broadcast' ? <p className={style.note}>这个短链已随群发发出：修改后，所有收件人打开的都是新的内容。</p> : null}
      <LinkFields
        draft={draft}
        keptTarget={first.target}
        problems={problems}
        isTried={isTried}
        checks={checks}
        choices={choices}
        onChange={change => setDraft(before => ({ ...before, ...change }))}
      />
    </FieldDrawer>
  )
}
