import style from '#admin/ui/Review.module.css'
import { staffProofRoute } from '#contract/content/admin-review.ts'
import { proofUses } from '#contract/content/signature-proof.ts'
import { queryString } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import layout from '#ui/theme/layout.module.css'
import type { ReviewContext } from './review.ts'

interface ProofsProps {
  accountId: string
  proofs: ReviewContext['proofs']
}

/** Proofs of a signature: pictures as thumbnails, everything whole in a new tab. */
export function Proofs({ accountId, proofs }: ProofsProps) {
  return (
    <Section title="证明材料">
      {proofs.length === 0 ? <p className={`${layout.flush} ${layout.faint}`}>没有上传。</p> : null}
      <ul className={`${layout.list} ${layout.row12} ${style.proofs}`}>
        {proofs.map(({ proofId, use, fileName, mediaType, byteCount }) => {
          const address = staffProofRoute.path + queryString({ accountId, proofId })
          return (
            <li key={proofId}>
              <a href={address} target="_blank" rel="noreferrer">
                {mediaType.startsWith('image/') ? <img src={address} alt="" loading="lazy" /> : null}
                <b>{proofUses[use].name}</b>
                <span>
                  {fileName}（{Math.ceil(byteCount / 1024)} KB）
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
