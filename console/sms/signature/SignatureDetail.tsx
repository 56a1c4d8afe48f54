import { signatureCalls, signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { proofUses } from '#contract/content/signature-proof.ts'
import { summarizeSenderRegistration } from '#contract/sender-registration/sender-registration.ts'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { FileLinks } from '#ui/display/FileLinks.tsx'
import { fact } from '#ui/display/fact.ts'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { chinaDay } from '#values/china-time.ts'
import { senderRegistrationSummaryTags } from '../../shared/labels/sender-registration.ts'
import type { OpenAct } from '../review/acts.ts'
import { actButtons, ReviewReason, reviewFacts } from '../review/detail-parts.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import { proofAddress } from './proof.ts'
import { SenderRegistrationSection } from './SenderRegistrationSection.tsx'
import type { SignatureOne, SignatureRow } from './signature.ts'

interface SignatureDetailProps {
  signatureId: string
  /** What the member may do in this state. */
  actsFor: (row: SignatureRow) => OpenAct[]
  onClose: () => void
}

/** One signature: state with reason, carrier registration, review history, uses. */
export function SignatureDetail({ signatureId, actsFor, onClose }: SignatureDetailProps) {
  const query = useCall(signatureCalls.one, { signatureId })
  return (
    <DetailDrawer onClose={onClose} title="签名详情" query={query} actions={actButtons(query.data ? actsFor(query.data) : [])}>
      {one => (
        <>
          <ReviewReason state={one.state} reason={one.reason} />
          <Facts facts={factsOf(one)} />
          <SenderRegistrationSection one={one} />
          {one.proofs.length > 0 ? (
            <Section title="证明材料">
              <FileLinks files={one.proofs} addressOf={proofAddress} labelOf={file => proofUses[file.use].name} />
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

function factsOf(one: SignatureOne) {
  const summary = one.senderRegistration ? senderRegistrationSummaryTags[summarizeSenderRegistration(one.senderRegistration)] : null
  return [
    fact('签名', `【${one.text}】${one.isDefault ? '（默认）' : ''}`),
    ...reviewFacts(one),
    fact('可用情况', summary ? <State tag={summary} /> : null),
    fact('来源', signatureKinds[one.kind]),
    fact('用途', signaturePurposes[one.purpose]),
    fact('授权有效期', one.authorizedUntil ? <Authorization until={one.authorizedUntil} /> : null),
    fact('认证主体', one.attestedName ?? <StateTag tone="waiting">未认证</StateTag>),
    fact('扩展码', one.extension),
  ]
}

const soonDays = 30

/** End of the authorization for another's name, with an early warning. */
function Authorization({ until }: { until: string }) {
  const today = chinaDay(Date.now())
  const soon = chinaDay(Date.now() + soonDays * 86_400_000)
  if (until > soon) return until
  return <StateTag tone={until <= today ? 'bad' : 'waiting'}>{until <= today ? `${until} 已过期` : `${until} 即将到期`}</StateTag>
}
