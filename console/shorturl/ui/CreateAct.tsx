import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLinkUnits } from '#console/shared/link-units.ts'
import { useReachable } from '#console/shared/PageLink.tsx'
import { capabilityLabels } from '#contract/account/capability.ts'
import type { PagePath } from '#contract/pages.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import { useMe } from '../../session.ts'

/** The button that creates links; where nothing can be created, what is missing and the step to it instead. */
export function CreateAct({ children }: { children: ReactNode }) {
  const account = useMe().data?.account
  const units = useLinkUnits()
  const isReachable = useReachable()
  const unattested = account ? capabilityLabels(account, 'link.create') : null
  const isUsedUp = units !== undefined && units.used >= units.total
  if (!unattested && !isUsedUp) return children
  const { text, act } = unattested ?? { text: '短链套餐已用完，购买后才能创建。', act: '购买短链套餐' }
  const to: PagePath = unattested ? '/system/uaccount/attestation' : '/shorturl/combo/purchase'
  return (
    <div className={layout.row}>
      {isReachable(to) ? (
        <LinkButton type="primary" to={pathTo(to)}>
          {act}
        </LinkButton>
      ) : (
        <Button type="primary" disabled>
          创建短链
        </Button>
      )}
      <span className={layout.soft}>{text}</span>
    </div>
  )
}
