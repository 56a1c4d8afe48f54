import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import style from '#admin/ui/Review.module.css'
import { adminReviewCalls, reviewObjects } from '#contract/content/admin-review.ts'
import type { Finding } from '#contract/content/finding.ts'
import { signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { messageKinds } from '#contract/content/template.ts'
import { variableKinds } from '#contract/content/template-text.ts'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Findings } from '#ui/display/Findings.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { PhonePreview } from '#ui/display/PhonePreview.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { TextDiff } from '#ui/display/TextDiff.tsx'
import { MarkedText } from '#ui/form/MarkedText.tsx'
import layout from '#ui/theme/layout.module.css'
import { Proofs } from './Proofs.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import { previewOf, type ReviewContext, titleOf, type Waiting } from './review.ts'

interface ReviewItemProps {
  row: Waiting
  /** Somebody decided it, or the customer withdrew or resubmitted it. */
  isGone: boolean
  place: { index: number; of: number } | null
  isBusy: boolean
  /** It was visible for a moment: before that it can't be approved, and its button says so. */
  isSettled: boolean
  onNext: () => void
  onPrevious: () => void
  onApprove: () => void
  onReject: () => void
}

/** One waiting submission: customer, preview on a phone, findings, history. */
export function ReviewItem({ row, isGone, place, isBusy, isSettled, ...acts }: ReviewItemProps) {
  const { object, objectId, accountId } = row
  const context = useCall(adminReviewCalls.context, { object, objectId, accountId })
  return (
    <>
      <header className={style.head}>
        <h2>
          {reviewObjects[object]} {titleOf(row)}
        </h2>
        <span className={style.place}>{place ? `第 ${place.index + 1} / ${place.of} 项` : '已不在队列'}</span>
      </header>
      {isGone ? (
        <Alert type="warning" showIcon title="这一项已由他人处理，或被客户撤回、重新提交，不能再决定。" className={layout.below12} />
      ) : null}
      <div className={style.beside}>
        <div>
          <Facts facts={factsOf(row, context.data)} />
          <Section title="内容">
            <p className={`${layout.flush} ${layout.box}`}>
              <MarkedText text={row.text} findings={context.data?.findings ?? row.findings} />
            </p>
          </Section>
          <Checks atSubmission={row.findings} now={context.data?.findings} />
          <Changes row={row} context={context.data} />
          {row.template && row.template.variables.length > 0 ? (
            <Section title="变量">
              <ul className={`${layout.list} ${style.variables}`}>
                {row.template.variables.map(({ name, kind, maxLength, example }) => (
                  <li key={name}>
                    <code>{`\${${name}}`}</code> {variableKinds[kind].name}，最多 {maxLength} 字{example ? `，例如“${example}”` : ''}
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          {row.signature && context.data ? <Proofs accountId={accountId} proofs={context.data.proofs} /> : null}
          <ReviewHistory query={context} />
        </div>
        <Preview row={row} context={context.data} />
      </div>
      <footer className={style.acts} data-foot>
        <span>
          <Button data-review="previous" onClick={acts.onPrevious} disabled={!place || place.index === 0}>
            上一项<kbd>K</kbd>
          </Button>
          <Button data-review="next" onClick={acts.onNext} disabled={place !== null && place.index + 1 >= place.of}>
            下一项<kbd>J</kbd>
          </Button>
        </span>
        <span>
          <Button data-review="reject" danger onClick={acts.onReject} disabled={isGone || isBusy}>
            驳回<kbd>R</kbd>
          </Button>
          <Button data-review="pass" type="primary" aria-disabled={!isSettled} onClick={acts.onApprove} disabled={isGone} loading={isBusy}>
            通过<kbd>A</kbd>
          </Button>
        </span>
      </footer>
    </>
  )
}

const textsOf = (findings: readonly Finding[]) =>
  findings
    .map(({ level, message }) => level + message)
    .sort()
    .join()

/** The automatic check as it is now; also as it was at submission, where words or the attestation changed it since. */
function Checks({ atSubmission, now = atSubmission }: { atSubmission: readonly Finding[]; now: readonly Finding[] | undefined }) {
  const isChanged = textsOf(now) !== textsOf(atSubmission)
  return (
    <>
      <Section title={isChanged ? '自动检查（现在，与提交时不同）' : '自动检查'}>
        <Findings findings={now} emptyText="没有发现问题" />
      </Section>
      {isChanged ? (
        <Section title="提交时的自动检查">
          <Findings findings={atSubmission} emptyText="没有发现问题" />
        </Section>
      ) : null}
    </>
  )
}

/** Changes since the last decided version. */
function Changes({ row, context }: { row: Waiting; context: ReviewContext | undefined }) {
  const last = context?.lastVersion
  if (!last || last.content.text === row.text) return null
  return (
    <Section title={last.decision === 'rejected' ? '与上次未通过的版本相比' : '与上次通过的版本相比'}>
      <TextDiff before={last.content.text} after={row.text} />
    </Section>
  )
}

function Preview({ row, context }: { row: Waiting; context: ReviewContext | undefined }) {
  const own = context?.signatureTexts[0]
  const note =
    row.object === 'signature'
      ? '正文为示例，用来看签名的样子。'
      : own
        ? '签名取自客户已通过的签名。'
        : '客户还没有已通过的签名，以“签名”代替。'
  return (
    <div className={style.preview}>
      <PhonePreview messages={previewOf(row, own ?? '签名')} note={note} />
    </div>
  )
}

function factsOf(row: Waiting, context: ReviewContext | undefined): [string, ReactNode][] {
  return [
    fact('客户', <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link>),
    fact('认证主体', row.attestedName ?? <StateTag tone="waiting">未认证</StateTag>),
    fact('提交时间', <Moment at={row.submittedAt} />),
    fact('催审时间', row.expeditedAt ? <Moment at={row.expeditedAt} /> : null),
    ...(row.signature
      ? [
          fact('来源', signatureKinds[row.signature.kind]),
          fact('用途', signaturePurposes[row.signature.purpose]),
          fact('授权有效期', row.signature.authorizedUntil),
        ]
      : []),
    ...(row.template ? [fact('模板编号', row.template.code), fact('类型', messageKinds[row.template.kind])] : []),
    fact('申请说明', row.remark || '未填写'),
    fact('以往审核', context ? `通过 ${context.approvedCount} 次，未通过 ${context.rejectedCount} 次` : '…'),
    fact(
      '其他客户',
      context && context.sameElsewhereCount > 0 ? (
        <StateTag tone="waiting">
          {context.sameElsewhereCount} 个账户正在使用相同的{reviewObjects[row.object]}
        </StateTag>
      ) : null,
    ),
  ]
}
