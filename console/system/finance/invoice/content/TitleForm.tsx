import { useState } from 'react'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { type TitleField, tidyTitle, titleProblems } from '#contract/invoicing/invoice-title-rule.ts'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { BuyerBox } from './BuyerBox.tsx'
import style from './Title.module.css'
import { TitleFields } from './TitleFields.tsx'
import { draftOf, emptyDraft, inputOf, type TitleDraft, type TitleList, type TitleRow, titleAnswers } from './title.ts'

interface TitleFormProps {
  /** Null: a new one. */
  row: TitleRow | null
  attested: TitleList['attested']
  onClose: () => void
}

/** 新建 or 修改 a title, with a preview of the invoice's buyer part. */
export function TitleForm({ row, attested, onClose }: TitleFormProps) {
  const [first] = useState(() => (row ? draftOf(row) : emptyDraft(attested)))
  const [draft, setDraft] = useState<TitleDraft>(first)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const options = {
    invalidates: titleAnswers,
    done: ({ specialState }: { specialState: string }) => (specialState === 'reviewing' ? '已保存，专票资质已提交审核' : '已保存'),
    onClose,
  }
  const create = useDialogAct(invoiceTitleCalls.create, options)
  const edit = useDialogAct(invoiceTitleCalls.edit, options)
  const act = row ? edit : create
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const problems = titleProblems(draft)
  const shown = Object.fromEntries(
    Object.entries({ ...problems, ...act.error?.fields }).filter(([field]) => isTried || touched.has(field) || act.error?.fields[field]),
  ) as Partial<Record<TitleField, string>>
  const hasApproved = row?.approvedVersionId != null

  const save = () => {
    setTried(true)
    const [wrong] = Object.keys(problems)
    if (wrong) return document.getElementById(`title-${wrong}`)?.focus()
    const input = inputOf(draft)
    if (row) edit.mutate({ ...input, titleId: row.titleId })
    else create.mutate(input)
  }
  const change = (next: Partial<TitleDraft>) => {
    setDraft(before => ({ ...before, ...next }))
    setTouched(before => new Set([...before, ...Object.keys(next).filter(field => field in draft && next[field as 'name'] !== '')]))
    if (act.error) act.reset()
  }
  return (
    <FieldDrawer
      title={row ? '修改发票抬头' : '新建发票抬头'}
      okText={draft.wantsSpecial && draft.kind !== 'person' ? '保存并提交审核' : '保存'}
      onSave={save}
      isSaving={act.isPending}
      isUnsaved={isChanged && !act.isSuccess}
      error={act.error}
      onClose={onClose}
    >
      {hasApproved ? (
        <p className={style.special}>
          {draft.wantsSpecial
            ? '修改会生成新版本并重新审核；审核通过之前，专票仍按已通过的版本开具。'
            : '取消“用于开具数电专票”后，这个抬头只能开具普票。'}
        </p>
      ) : null}
      <TitleFields draft={draft} attested={attested} problems={shown} onChange={change} />
      <BuyerBox content={tidyTitle(draft)} />
    </FieldDrawer>
  )
}
