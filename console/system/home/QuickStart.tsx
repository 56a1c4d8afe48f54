import { CheckCircleFilled } from '@ant-design/icons'
import { type ReactNode, useEffect } from 'react'
import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import type { PagePath } from '#contract/pages.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { useRemembered } from '#ui/remembered.ts'
import { useMe } from '../../session.ts'
import style from './Home.module.css'

type Home = Pick<CallAnswerWire<typeof homeCalls.overview>, 'steps' | 'waiting'>

interface Step {
  key: keyof Home['steps']
  /** Counts what is in review. */
  reviewing?: 'reviewingSignatures' | 'reviewingTemplates'
  title: string
  text: string
  to: PagePath
  query?: Record<string, string>
  /** Shown where the page isn't available. */
  otherwise: string
  link: string
}

const steps: Step[] = [
  {
    key: 'isAttested',
    title: '完成实名认证',
    text: '按规定，认证后才能发送短信。',
    to: '/system/uaccount/attestation',
    link: '去认证',
    otherwise: '请将营业执照交给平台客服办理。',
  },
  {
    key: 'hasSignature',
    reviewing: 'reviewingSignatures',
    title: '申请短信签名',
    text: '短信开头【】里的名称，审核通过后可用。',
    to: '/sms/signature',
    query: { form: 'new' },
    link: '申请签名',
    otherwise: '请联系账户管理员申请。',
  },
  {
    key: 'hasTemplate',
    reviewing: 'reviewingTemplates',
    title: '申请短信模板',
    text: '短信的内容和变量，审核通过后可用。',
    to: '/sms/template',
    query: { form: 'new' },
    link: '申请模板',
    otherwise: '请联系账户管理员申请。',
  },
  {
    key: 'hasCredit',
    title: '充值或购买套餐',
    text: '套餐单价更低，余额可按条付费。',
    to: '/sms/combo/purchase',
    link: '买套餐',
    otherwise: '请联系账户的所有者或财务。',
  },
  {
    key: 'hasSent',
    title: '发送第一条短信',
    text: '上传号码、确认费用后发送；程序用“应用管理”里的示例。送达才扣费。',
    to: '/sms/broadcast',
    link: '去发送',
    otherwise: '请联系账户管理员发送。',
  },
]

/** Whether first steps are left on a page; before its answer, whether they were when this browser last asked. */
export function useIsNew(page: string, isNew: boolean | undefined): boolean {
  const account = useMe().data?.account
  const [wasNew, setWasNew] = useRemembered<boolean | null>(`new.${page}.${account?.accountId}`, null)
  useEffect(() => {
    if (isNew !== undefined && isNew !== wasNew) setWasNew(isNew)
  }, [isNew, wasNew, setWasNew])
  return isNew ?? wasNew ?? account?.isAttested === false
}

const nothingYet: Home = {
  steps: { isAttested: false, hasSignature: false, hasTemplate: false, hasCredit: false, hasSent: false },
  waiting: {
    reviewingSignatures: 0,
    reviewingTemplates: 0,
    rejectedSignatures: 0,
    rejectedTemplates: 0,
    pausedBroadcasts: 0,
    heldBroadcasts: 0,
  },
}

/**
 * First steps of a new account, ticked off when done. Before the answer they have their place, so that nothing moves.
 */
export function QuickStart({ home }: { home: Home | undefined }) {
  const { steps: done, waiting } = home ?? nothingYet
  const isAttesting = useMe().data?.account.isAttestationReviewing === true
  const isReviewing = ({ key, reviewing }: Step) => (reviewing ? waiting[reviewing] > 0 : key === 'isAttested' && isAttesting)
  const next = steps.find(step => !done[step.key])
  return (
    <Panel title="快速开始" note={home ? `共 ${steps.length} 步，已完成 ${steps.filter(step => done[step.key]).length} 步` : '…'}>
      <ol className={style.steps} aria-busy={!home} inert={!home}>
        {steps.map((step, index) => (
          <li key={step.key} data-done={done[step.key] || undefined} aria-current={step === next ? 'step' : undefined}>
            <span className={style.number}>{done[step.key] ? <CheckCircleFilled aria-label="已完成" /> : index + 1}</span>
            <div>
              <strong>{step.title}</strong>
              <p>{step.text}</p>
              {done[step.key] ? null : <Act step={step} isReviewing={isReviewing(step)} />}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Act({ step, isReviewing }: { step: Step; isReviewing: boolean }): ReactNode {
  const isThere = useReachable()(step.to)
  const { to, query = {}, link, otherwise } = step
  if (!isThere) return <span className={style.note}>{isReviewing ? '审核中' : otherwise}</span>
  return (
    <PageLink to={to} query={isReviewing ? {} : query}>
      {isReviewing ? '审核中' : link}
    </PageLink>
  )
}
