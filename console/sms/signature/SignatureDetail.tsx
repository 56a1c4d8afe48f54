import type { ReactNode } from 'react'
import { reviewStates } from '#contract/review-state.ts'
import { signatureCalls, signatureKinds, signaturePurposes } from '#contract/signature.ts'
import { useCall } from '../../call.ts'
import { DetailDrawer, Facts, Section } from '../../ui/DetailDrawer.tsx'
import { FileLinks } from '../../ui/FileLinks.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import type { OpenAct } from '../review/acts.ts'
import { actButtons, ReviewReason } from '../review/detail-parts.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import { proofAddress } from './proof.ts'
import type { SignatureRow } from './signature.ts'

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value]

interface SignatureDetailProps {
  signatureId: string
  /** What the member may do in this state. */
  actsFor: (row: SignatureRow) => OpenAct[]
  onClose: () => void
}

/** One signature: its state and why, who decided when, what sends with it. */
export function SignatureDetail({ signatureId, actsFor, onClose }: SignatureDetailProps) {
  const query = useCall(signatureCalls.one, { signatureId })
  return (
    <DetailDrawer isOpen onClose={onClose} title="签名详情" query={query} actions={actButtons(query.data ? actsFor(query.data) : [])}>
      {one => (
        <>
          <ReviewReason state={one.state} reason={one.reason} />
          <Facts
            facts={[
              fact('签名', `【${one.text}】`),
              fact('状态', <StateTag tone={reviewStates[one.state].tone}>{reviewStates[one.state].name}</StateTag>),
              fact('来源', signatureKinds[one.kind]),
              fact('用途', signaturePurposes[one.purpose]),
              fact('扩展码', one.extension),
              fact('提交时间', <Moment at={one.submittedAt} />),
              fact('申请说明', one.remark || null),
              fact('使用中的群发', one.usedBy.length > 0 ? one.usedBy.join('、') : null),
            ]}
          />
          {one.proofs.length > 0 ? (
            <Section title="证明材料">
              <FileLinks files={one.proofs} addressOf={proofAddress} />
            </Section>
          ) : null}
          <Section title="审核记录">
            <ReviewHistory history={one.history} createdAt={one.createdAt} />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
