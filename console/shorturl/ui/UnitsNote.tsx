import { Alert } from 'antd'
import { useLinkUnits } from '#console/shared/link-units.ts'
import { useReachable } from '#console/shared/PageLink.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'

const said = {
  80: { type: 'info', title: '短链套餐已用超过 80%', text: '用完后不能再创建短链接；已有的短链接照常跳转。' },
  100: { type: 'warning', title: '短链套餐已用完', text: '不能再创建短链接；已有的照常跳转，访问统计记录到套餐的 120% 为止。' },
  120: { type: 'error', title: '访问统计已停止', text: '没有可用的短链套餐：短链接照常跳转，访问不再统计；购买套餐后恢复。' },
} as const

/** A bar above the pages of short links once 80, 100 or 120 percent of the packages are used. */
export function UnitsNote() {
  const units = useLinkUnits()
  const isReachable = useReachable()
  if (!units?.warning) return null
  const { type, title, text } = said[units.warning]
  return (
    <div className={layout.below16}>
      <Alert
        type={type}
        showIcon
        title={title}
        description={text}
        action={isReachable('/shorturl/combo/purchase') ? <LinkButton to={pathTo('/shorturl/combo/purchase')}>购买套餐</LinkButton> : null}
      />
    </div>
  )
}
