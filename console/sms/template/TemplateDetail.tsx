import type { ReactNode } from 'react'
import { reviewStates } from '#contract/review-state.ts'
import { signatureCalls } from '#contract/signature.ts'
import { messageKinds, templateCalls } from '#contract/template.ts'
import { useCall } from '../../call.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DetailDrawer, Facts, Section } from '../../ui/DetailDrawer.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { TemplateText } from '../../ui/TemplateText.tsx'
import type { OpenAct } from '../review/acts.ts'
import { actButtons, ReviewReason } from '../review/detail-parts.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import style from './Template.module.css'
import { TemplateTrial } from './TemplateTrial.tsx'
import type { TemplateRow } from './template.ts'

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value]

interface TemplateDetailProps {
  templateId: string
  /** What the member may do in this state. */
  actsFor: (row: TemplateRow) => OpenAct[]
  onClose: () => void
}

/** One template: text, state and why, a trial, who decided when, what sends with it. */
export function TemplateDetail({ templateId, actsFor, onClose }: TemplateDetailProps) {
  const query = useCall(templateCalls.one, { templateId })
  const signatures = useCall(signatureCalls.list, { state: 'approved', pageSize: 1 })
  return (
    <DetailDrawer isOpen onClose={onClose} title="模板详情" query={query} actions={actButtons(query.data ? actsFor(query.data) : [])}>
      {one => (
        <>
          <ReviewReason state={one.state} reason={one.reason} />
          <Facts
            facts={[
              fact('模板名称', one.name),
              fact('状态', <StateTag tone={reviewStates[one.state].tone}>{reviewStates[one.state].name}</StateTag>),
              fact(
                '模板代码',
                <>
                  {one.code} <CopyButton text={one.code} />
                </>,
              ),
              fact('类型', messageKinds[one.kind]),
              fact('提交时间', <Moment at={one.submittedAt} />),
              fact('审核时间', <Moment at={one.reviewedAt} />),
              fact('申请说明', one.remark || null),
              fact('使用中的群发', one.usedBy.length > 0 ? one.usedBy.join('、') : null),
            ]}
          />
          <Section title="内容">
            <p className={style.text}>
              <TemplateText text={one.text} />
            </p>
          </Section>
          <Section title="试一试">
            <TemplateTrial key={one.templateId} row={one} signatureText={signatures.data?.rows[0]?.text ?? '签名'} />
          </Section>
          <Section title="审核记录">
            <ReviewHistory history={one.history} createdAt={one.createdAt} />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
