import { type ReactNode, useState } from 'react'
import { type complaintReasons, optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { limits } from '#values/limits.ts'
import { PhoneCodeFields } from '../../user/PhoneCodeFields.tsx'
import { useVisitorForm } from '../../user/visitor-form.ts'
import { Complaint } from './Complaint.tsx'
import { OptionList } from './OptionList.tsx'
import style from './OptOut.module.css'
import { type Choice, type Sender, submitTexts } from './opt-out.ts'

interface OptOutFormProps {
  token: string
  /** Null: no link, or an invalid one. */
  sender: Sender | null
  broken: 'expired' | 'invalid' | null
  onWithoutLink: () => void
  choice: Choice
  onChoice: (choice: Choice) => void
  onDone: (phone: string) => void
}

type Reason = (typeof complaintReasons)[number]

/** The sender, the person's choice, and the code that verifies the number. */
export function OptOutForm({ token, sender, broken, onWithoutLink, choice, onChoice, onDone }: OptOutFormProps) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const [words, setWords] = useState('')
  const form = useVisitorForm(optOutPageCalls.act, () => onDone(phone))
  if (broken) return <BrokenLink state={broken} onWithoutLink={onWithoutLink} />
  const choose = (next: Choice) => {
    form.setErrors({})
    form.setRefusal(null)
    onChoice(next)
  }
  const complaint = choice.act === 'complain' ? { ...(reason ? { reason } : {}), words } : {}
  return (
    <PublicForm
      title={choice.act === 'restore' ? '恢复接收推广短信' : '退订推广短信'}
      lead={sender ? <SenderLine sender={sender} /> : <NobodyLine act={choice.act} />}
      onSubmit={() => void form.submit({ token, phone, code, ...choice, ...complaint })}
      isBusy={form.isBusy}
      submitText={submitTexts[choice.act]}
      refusal={form.refusal}
      links={<Footnotes choice={choice} onChoice={choose} />}
    >
      {sender && choice.act !== 'restore' ? <Choices sender={sender} choice={choice} onChoice={choose} /> : null}
      {choice.act === 'complain' ? (
        <Complaint reason={reason} onReason={setReason} words={words} onWords={setWords} errors={form.errors} />
      ) : null}
      <PhoneCodeFields
        purpose="opt-out"
        phone={phone}
        onPhoneChange={setPhone}
        code={code}
        onCodeChange={setCode}
        form={form}
        sentNote={`验证码已发出，${limits.oneTimeCodeMinutes} 分钟内有效。`}
        hasFocus={false}
      />
    </PublicForm>
  )
}

const SenderLine = ({ sender }: { sender: Sender }) => (
  <>
    <b className={style.sender}>【{sender.signatureText}】</b>
    由“{sender.accountName}”发送。验证收到短信的手机号后立即生效。
  </>
)

const NobodyLine = ({ act }: { act: Choice['act'] }): ReactNode =>
  act === 'restore'
    ? '验证手机号后，您曾经拒收的企业可以重新向您发送推广短信。'
    : '验证手机号后，给这个号码发过推广短信的企业都不能再发，一分钟内生效。只想退订一家企业，请点开它短信里的链接。'

const Choices = ({ sender, choice, onChoice }: { sender: Sender; choice: Choice; onChoice: (choice: Choice) => void }) => (
  <OptionList
    legend="您想要"
    value={choice.act === 'complain' ? 'complain' : choice.scope}
    options={[
      { value: 'signature', label: `不再接收【${sender.signatureText}】的推广短信` },
      { value: 'account', label: `不再接收“${sender.accountName}”的全部推广短信` },
      { value: 'complain', label: '投诉，并不再接收它的全部推广短信' },
    ]}
    onChange={value => onChoice(value === 'complain' ? { act: 'complain', scope: 'account' } : { act: 'refuse', scope: value })}
  />
)

function Footnotes({ choice, onChoice }: { choice: Choice; onChoice: (choice: Choice) => void }) {
  const isRestoring = choice.act === 'restore'
  return (
    <div className={style.footnotes}>
      <p>只影响推广短信，验证码、订单和物流等通知照常收到。退订不收取任何费用，您的号码不会用于其他用途。</p>
      <button
        type="button"
        className={style.plainLink}
        onClick={() => onChoice({ act: isRestoring ? 'refuse' : 'restore', scope: 'signature' })}
      >
        {isRestoring ? '返回退订' : '已经退订，想恢复接收？'}
      </button>
    </div>
  )
}

const brokenWords = {
  expired: ['链接已过期', `退订链接在短信发出后 ${limits.optOutLinkDays} 天内有效。`],
  invalid: ['链接无效', '链接可能没有复制完整，或被改动过。'],
} as const

function BrokenLink({ state, onWithoutLink }: { state: 'expired' | 'invalid'; onWithoutLink: () => void }) {
  const [title, words] = brokenWords[state]
  return (
    <section className={style.card}>
      <h1>{title}</h1>
      <p>{words}请打开最近一条短信里的链接；也可以直接用手机号退订。</p>
      <button type="button" className={style.main} onClick={onWithoutLink}>
        用手机号退订
      </button>
    </section>
  )
}
