import type { ShownLinkState } from '#contract/links/link-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { pathTo } from '../../paths.ts'
import type { ActKind } from './ActDialog.tsx'

interface Shown {
  state: ShownLinkState
}

const whyNot = ({ state }: Shown) => (state === 'blocked' ? '已封禁的短链不能修改' : null)
export const editAct = (link: Shown, onClick: () => void): RowAction => ({ label: '修改', onClick, refusedBecause: whyNot(link) })

/** A new link with the settings of this one. */
export const copyAct = (linkId: string, navigate: (to: string) => void): RowAction => ({
  label: '复制一份',
  onClick: () => navigate(pathTo('/shorturl/create', { copy: linkId })),
})

/** Acts on one link that need confirmation. */
export const linkActs = (link: Shown, act: (kind: ActKind) => void): RowAction[] => [
  ...(link.state === 'disabled' ? [{ label: '启用', onClick: () => act('enable') }] : []),
  ...(['active', 'scheduled', 'expired', 'reviewing'].includes(link.state) ? [{ label: '停用', onClick: () => act('disable') }] : []),
  { label: '改有效期', onClick: () => act('extend'), refusedBecause: whyNot(link) },
  { label: '删除', isDanger: true, onClick: () => act('delete') },
]
