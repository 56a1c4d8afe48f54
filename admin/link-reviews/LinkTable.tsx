import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import own from './LinkReviews.module.css'
import type { HostDetail } from './review.ts'

/** Targets of the links, as text: reviewers copy them and open them outside of the back office. */
export const LinkTable = ({ links }: { links: HostDetail['links'] }) => (
  <RuledTable
    label="待审核的短链接"
    rows={links}
    rowKey={link => link.linkId}
    columns={[
      {
        title: '目标网址',
        render: link => (
          <div className={own.target}>
            {link.isFlagged ? <StateTag tone="bad">多人举报</StateTag> : null}
            <span>
              {link.target}
              <CopyButton text={link.target} label="复制目标网址" />
            </span>
            {link.title ? <div className={style.text}>标题：{link.title}</div> : null}
            {link.otherHosts.length > 0 ? <div className={style.reason}>还会跳转到 {link.otherHosts.join('、')}</div> : null}
          </div>
        ),
      },
      { title: '短链接', render: link => link.shortUrl.replace(/^https?:\/\//, '') },
      { title: '客户', isWide: true, render: link => link.accountName },
      { title: '提交', head: '提交', render: link => <Moment at={link.waitingSince} /> },
    ]}
  />
)
