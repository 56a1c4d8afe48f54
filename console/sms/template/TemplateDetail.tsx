import { Button } from 'antd'
import { messageKinds, templateCalls } from '#contract/content/template.ts'
import { toNumbered } from '#contract/content/template-variable.ts'
import { terms } from '#contract/terms.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { MarkedText } from '#ui/form/MarkedText.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import type { OpenAct } from '../review/acts.ts'
import { actButtons, ReviewReason, reviewFacts } from '../review/detail-parts.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import type { TemplateRow } from './noun.ts'
import { TemplateTrial } from './TemplateTrial.tsx'
import { segmentRange } from './template.ts'
import { useOwnSignature } from './use-own-signature.ts'

interface TemplateDetailProps {
  templateId: string
  /** What the member may do in this state. */
  actsFor: (row: TemplateRow) => OpenAct[]
  onClose: () => void
}

/** One template: text, state with reason, trial, review history, uses. */
export function TemplateDetail({ templateId, actsFor, onClose }: TemplateDetailProps) {
  const query = useCall(templateCalls.one, { templateId })
  const signatureText = useOwnSignature()
  return (
    <DetailDrawer onClose={onClose} title="模板详情" query={query} actions={actButtons(query.data ? actsFor(query.data) : [])}>
      {one => (
        <>
          <ReviewReason state={one.state} reason={one.reason} />
          <Facts
            facts={[
              fact('模板名称', one.name),
              fact(
                '模板代码',
                <>
                  {one.code} <CopyButton text={one.code} />
                </>,
              ),
              fact('类型', messageKinds[one.kind]),
              fact(terms.segments, segmentRange({ ...one, signatureText })),
              ...reviewFacts(one),
            ]}
          />
          <Section title="内容" action={one.variables.length > 0 ? <CopyNumbered text={one.text} /> : null}>
            <p className={`${layout.flush} ${layout.box}`}>
              <MarkedText text={one.text} findings={one.history.find(({ decision }) => decision === 'submitted')?.findings} />
            </p>
          </Section>
          <Section title="试一试">
            <TemplateTrial key={one.templateId} row={one} />
          </Section>
          <Section title="审核记录">
            <ReviewHistory history={one.history} createdAt={one.createdAt} />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

/** For customers who move a template to a platform with numbered variables. */
const CopyNumbered = ({ text }: { text: string }) => (
  <Button size="small" onClick={() => void navigator.clipboard.writeText(toNumbered(text))}>
    复制为 {'{1}'} 写法
  </Button>
)
