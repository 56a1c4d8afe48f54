import { Button } from 'antd'
import { useReachable } from '#console/shared/PageLink.tsx'
import { linkDomainCalls } from '#contract/links/link-domain.ts'
import { icpRecordsIn, icpText } from '#contract/links/link-icp.ts'
import { useCall } from '#ui/call.ts'
import { limits } from '#values/limits.ts'

interface IcpOfferProps {
  text: string
  /** Whether a variable is a short link, which is on the platform's domain. */
  hasLinkVariable: boolean
  remark: string
  onRemark: (remark: string) => void
}

/** Puts the filing of the domains that a text links to into the application, where it is known and missing. */
export function IcpOffer({ text, hasLinkVariable, remark, onRemark }: IcpOfferProps) {
  const isReachable = useReachable()('/shorturl/manage')
  const { data } = useCall(linkDomainCalls.list, {}, { enabled: isReachable, staleTimeMs: 60_000 })
  if (!data) return null
  const platform = data.platform ? [data.platform] : []
  const linked = hasLinkVariable && data.platform ? `${text} ${data.platform.domain}` : text
  const missing = icpRecordsIn(linked, [...data.rows, ...data.targets, ...platform]).filter(one => !remark.includes(one.icpNumber))
  const next = [remark.trimEnd(), ...missing.map(icpText)].filter(line => line !== '').join('\n')
  if (missing.length === 0 || next.length > limits.remarkCharacters) return null
  return (
    <Button type="link" size="small" onClick={() => onRemark(next)}>
      填入{missing.map(one => ` ${one.domain} `).join('、')}的备案信息
    </Button>
  )
}
