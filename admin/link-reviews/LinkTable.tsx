import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import own from './LinkReviews.module.css'
import type { HostDetail } from './review.ts'

/** Targets of the links, as text: reviewers copy them and open them outside of the back office. */
export const LinkTable = ({ links }: { links: HostDetail['links'] }) => (
  <Scroll label="待审核的短链接">
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">目标网址</th>
          <th scope="col">短链接</th>
          <th scope="col">客户</th>
          <th scope="col">提交</th>
        </tr>
      </thead>
      <tbody>
        {links.map(link => (
          <tr key={link.linkId}>
            <td>
              <div className={own.target}>
                {link.isFlagged ? <StateTag tone="bad">多人举报</StateTag> : null}
                <span>
                  {link.target}
                  <CopyButton text={link.target} label="复制目标网址" />
                </span>
                {link.title ? <div className={style.text}>标题：{link.title}</div> : null}
                {link.otherHosts.length > 0 ? <div className={style.reason}>还会跳转到 {link.otherHosts.join('、')}</div> : null}
              </div>
            </td>
            <td>{link.shortUrl.replace(/^https?:\/\//, '')}</td>
            <td className={style.wide}>{link.accountName}</td>
            <td>
              <Moment at={link.waitingSince} short />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)
