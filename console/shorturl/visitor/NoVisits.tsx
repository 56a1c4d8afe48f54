import { useReachable } from '#console/shared/PageLink.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useIntervalWhile } from '#ui/interval.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Visitor.module.css'
import type { Subject } from './view.ts'

const pollMs = 2_000

/** Shown before the first visit: how to get some. */
export function NoVisits({ subject, onRefresh }: { subject: Subject; onRefresh: () => void }) {
  const isNothingThere = subject.linkCount === 0 && subject.broadcastId === null
  useIntervalWhile(!isNothingThere, onRefresh, pollMs)
  const canCreate = useReachable()('/shorturl/create')
  const { link } = subject
  if (isNothingThere)
    return (
      <section className={style.none}>
        <h2>还没有短链</h2>
        <p>创建一个短链，放进短信、海报或公众号。有人打开后，这里会显示访问次数、地区、设备和来源。</p>
        {canCreate ? (
          <LinkButton to="/shorturl/create" type="primary">
            创建短链
          </LinkButton>
        ) : null}
      </section>
    )
  return (
    <section className={style.none}>
      <h2>还没有人访问</h2>
      <p>{link ? '用手机打开这个短链试试，几秒后这里就会有记录。' : '用手机打开其中一个短链试试，几秒后这里就会有记录。'}</p>
      {link ? (
        <p className={layout.anywhere}>
          <b>{link.shortUrl}</b>
          <CopyButton text={link.shortUrl} label="复制短链" />
        </p>
      ) : null}
      <ul>
        <li>放进短信：群发时把模板里的变量设为短链，每个收件人的链接各不相同，谁点开了一目了然。</li>
        <li>放进海报和菜单：在短链管理里下载二维码。</li>
        <li>审核中、已停用的短链打不开，也就没有访问。</li>
      </ul>
    </section>
  )
}
