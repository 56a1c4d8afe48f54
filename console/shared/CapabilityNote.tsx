import { useMe } from '#console/session.ts'
import { type Capability, capabilityLabels } from '#contract/account/capability.ts'
import style from './CapabilityNote.module.css'
import { PageLink } from './PageLink.tsx'

/**
 * Says that the account's attestation doesn't permit something yet, with a link to it; shows nothing where it does.
 * Needs no antd.
 */
export function CapabilityNote({ capability }: { capability: Capability }) {
  const account = useMe().data?.account
  const words = account ? capabilityLabels(account, capability) : null
  if (!account || !words) return null
  const isEdited = account.attestationStatus !== 'none' && !account.isAttestationReviewing
  return (
    <p className={style.note} role="note">
      {words.text}
      <PageLink to="/system/uaccount/attestation" query={isEdited ? { edit: 'yes' } : {}}>
        {words.act}
      </PageLink>
    </p>
  )
}
