import { DownOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import style from './RowActions.module.css'

export interface RowAction {
  label: string
  onClick: () => void
  isDanger?: boolean
  /** Why the action is not possible now; the button stays and shows this. */
  refusedBecause?: string | null
  /** In a review queue: the action of the shortcut key (admin/ui/review-keys.ts). */
  review?: 'pass' | 'reject'
}

/** Actions of a row: up to three as links, the others under 更多. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const shown = actions.length > 3 ? actions.slice(0, 2) : actions
  const rest = actions.slice(shown.length)
  return (
    <span className={style.actions}>
      {shown.map(action => (
        <Tooltip key={action.label} title={action.refusedBecause ?? undefined}>
          <Button
            type="link"
            size="small"
            danger={action.isDanger ?? false}
            disabled={Boolean(action.refusedBecause)}
            data-review={action.review}
            onClick={action.onClick}
          >
            {action.label}
          </Button>
        </Tooltip>
      ))}
      {rest.length > 0 ? (
        <ButtonMenu menu={{ items: menuItems(rest) }}>
          <Button type="link" size="small">
            更多
            <DownOutlined />
          </Button>
        </ButtonMenu>
      ) : null}
    </span>
  )
}

/** The same actions as the entries of a menu. */
export const menuItems = (actions: readonly RowAction[]) =>
  actions.map(({ label, onClick, isDanger = false, refusedBecause }) => ({
    key: label,
    label: <span title={refusedBecause ?? undefined}>{label}</span>,
    danger: isDanger,
    disabled: Boolean(refusedBecause),
    onClick,
  }))
