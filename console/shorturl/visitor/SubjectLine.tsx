import { Link } from 'react-router'
import { useReachable } from '#console/shared/PageLink.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import { pathTo } from '../../paths.ts'
import style from './Visitor.module.css'
import type { Subject } from './view.ts'

/** The page's link: address, target, state. */
export function SubjectLine({ link, linkId }: { link: NonNullable<Subject['link']>; linkId: string }) {
  const canManage = useReachable()('/shorturl/manage')
  const state = linkStateTags[link.state]
  return (
    <p className={style.line}>
      <span className={style.address}>
        <b>{link.shortUrl.replace(/^https?:\/\//, '')}</b>
        <CopyButton text={link.shortUrl} label="复制短链" />
      </span>
      <State tag={state} />
      <span className={style.target} title={link.target}>
        目标网址 {link.target}
      </span>
      {canManage ? <Link to={pathTo('/shorturl/manage', { id: linkId })}>管理短链</Link> : null}
    </p>
  )
}
