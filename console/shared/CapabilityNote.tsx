import { useMe } from '#console/session.ts'
import { type Capability, capabilityLabels } from '#contract/account/capability.ts'
import style from './CapabilityNote.module.css'
import { PageLink } from './PageLink.tsx'

/**
 * Says that the account's attestation doesn't permit something yet, with a link to it; shows nothing where it does.
 * Needs no antd.
 */
export function CapabilityNote({ capability }: { capability: Capability }) {
  const attestationStatus = useMe().data?.account.attestationStatus
  const words = attestationStatus ? capabilityLabels(attestationStatus, capability) : null
  if (!words) return null
  return (
    <p className={style.note} role="note">
      {words.text}
      <PageLink to="/system/uaccount/attestation" query={attestationStatus === 'none' ? {} : { edit: 'yes' }}>
        {words.act}
      </PageLink>
    </p>
  )
}
