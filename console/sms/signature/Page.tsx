import { Button } from 'antd'
import { routes } from '#console/routes.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { maySignature, shownStates } from '#contract/content/review-state.ts'
import { signatureCalls, signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { summarizeSenderRegistration } from '#contract/sender-registration/sender-registration.ts'
import { useCall, useListCall } from '#ui/call.ts'
import { SenderRegistrationMarks } from '#ui/display/SenderRegistrationMarks.tsx'
import { Label, StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useMay } from '../../session.ts'
import { senderRegistrationSummaryTags } from '../../shared/labels/sender-registration.ts'
import { stateTabs, timeColumns } from '../review/list-parts.tsx'
import { ReviewedPage, useOpened } from '../review/ReviewedPage.tsx'
import { ReviewStateCell } from '../review/ReviewStateCell.tsx'
import style from './Signature.module.css'
import { type SignatureRow, signatureAnswers, signatureNoun } from './signature.ts'

const SignatureForm = lazyPart('SignatureForm', () => import('./SignatureForm.tsx'))
const SignatureDetail = lazyPart('SignatureDetail', () => import('./SignatureDetail.tsx'))

const columns: ListColumn<SignatureRow>[] = [
  { id: 'text', onPhone: true, title: '签名', isAlways: true, width: 170, render: row => <SignatureName row={row} /> },
  { id: 'state', onPhone: true, title: '状态', width: 150, render: row => <ReviewStateCell row={row} /> },
  { id: 'senderRegistration', title: '运营商报备', width: 270, render: row => <SenderRegistrationCell row={row} /> },
  { id: 'kind', title: '来源', width: 150, render: row => signatureKinds[row.kind] },
  { id: 'purpose', title: '用途', isExtra: true, width: 70, render: row => signaturePurposes[row.purpose] },
  { id: 'extension', title: '扩展码', isExtra: true, width: 90, render: row => row.extension },
  ...timeColumns<SignatureRow>(true),
]

function SignatureName({ row }: { row: SignatureRow }) {
  return (
    <span className={style.name}>
      【{row.text}】{row.isDefault ? <Label>默认</Label> : null}
    </span>
  )
}

/** The overall result of the four carriers, and each one. */
function SenderRegistrationCell({ row }: { row: SignatureRow }) {
  if (!row.senderRegistration) return '–'
  const { tone, name } = senderRegistrationSummaryTags[summarizeSenderRegistration(row.senderRegistration)]
  return (
    <span className={style.senderRegistration}>
      <StateTag tone={tone}>{name}</StateTag>
      <SenderRegistrationMarks states={row.senderRegistration} />
    </span>
  )
}

/** 短信签名: the names in 【】 before each message. */
export function Page() {
  const list = useListState({ state: '', search: '' }, '100')
  const opened = useOpened()
  const mayWrite = useMay('signature.write')
  const state = shownStates.find(one => one === list.values.state)
  // Staff review them meanwhile.
  const query = useListCall(signatureCalls.list, { state, search: list.values.search, ...list.page }, { refetchInterval: 15_000 })
  const isEdited = opened.form !== '' && opened.form !== 'new'
  const edited = useCall(signatureCalls.one, { signatureId: opened.form }, { enabled: isEdited })
  const makeDefault = useMessageAct(signatureCalls.makeDefault, { invalidates: signatureAnswers, done: '已设为默认签名' })
  const add = mayWrite ? (
    <Button type="primary" onClick={() => opened.open({ form: 'new' })}>
      新建签名
    </Button>
  ) : null
  return (
    <ReviewedPage<SignatureRow>
      id="signature"
      title="短信签名"
      note={routes['/sms/signature'].note}
      action={add}
      list={list}
      query={query}
      columns={columns}
      tabs={stateTabs(query.data?.counts)}
      filters={[{ kind: 'search', name: 'search', label: '签名' }]}
      emptyState={{
        title: '还没有签名',
        text: '签名是短信开头【】里的名称，例如企业简称或品牌。新建并通过审核后，就可以发送短信了。',
        action: add,
      }}
      next={<NextStep of="signatures" />}
      errorTitle="签名没能加载"
      noun={signatureNoun}
      opened={opened}
      mayWrite={mayWrite}
      acts={['edit', 'submit', 'expedite', 'withdraw', 'makeDefault', 'disable', 'enable', 'delete']}
      starts={{
        makeDefault: ({ signatureId }) => makeDefault.mutate({ signatureId }),
      }}
      detail={(id, actsFor, onClose) => <SignatureDetail signatureId={id} actsFor={actsFor} onClose={onClose} />}
      form={(id, onClose) => {
        const row = edited.data && maySignature('edit', edited.data.state) ? edited.data : undefined
        return id === 'new' || row ? <SignatureForm key={id} row={row ?? null} onClose={onClose} /> : null
      }}
    />
  )
}
