import { Button } from 'antd'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { titleKindTexts } from '#ui/labels/invoicing.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { privateFileAddress } from '#ui/private-file.ts'
import layout from '#ui/theme/layout.module.css'
import { specialStateTags } from '../../../../shared/labels/invoicing.ts'
import { BuyerBox } from './BuyerBox.tsx'
import style from './Title.module.css'
import type { TitleOne } from './title.ts'

/** One title: its current content, and every version with author and review result. */
export function TitleDetail({ titleId, onEdit, onClose }: { titleId: string; onEdit: (() => void) | null; onClose: () => void }) {
  const query = useCall(invoiceTitleCalls.one, { titleId })
  return (
    <DetailDrawer
      onClose={onClose}
      title="抬头详情"
      query={query}
      actions={
        onEdit ? (
          <Button type="primary" onClick={onEdit}>
            修改
          </Button>
        ) : null
      }
    >
      {one => (
        <>
          {one.specialState === 'rejected' && one.reason ? (
            <p className={style.special} role="note">
              专票资质未通过：{one.reason}
            </p>
          ) : null}
          <Facts
            facts={[
              fact('类型', titleKindTexts[one.kind].name),
              fact('专票资质', <State tag={specialStateTags[one.specialState]} />),
              fact('默认抬头', one.isDefault ? '是' : '否'),
              fact('专票按', approvedText(one)),
              fact('一般纳税人证明', one.fileId ? <ProofLink fileId={one.fileId} /> : null),
            ]}
          />
          <BuyerBox content={one} />
          <Section title="版本">
            <ol className={`${layout.list} ${layout.stack12} ${style.versions}`}>
              {one.versions.map(version => (
                <li key={version.versionId}>
                  <header>
                    <strong>第 {version.versionNumber} 版</strong>
                    <State tag={specialStateTags[version.specialState]} />
                  </header>
                  <p>
                    {version.name}
                    {version.taxNumber ? `，${version.taxNumber}` : ''}
                  </p>
                  <p>
                    {version.memberName ?? '成员'} 保存于 <Moment at={version.createdAt} />
                    {version.reviewedAt ? (
                      <>
                        ，审核于 <Moment at={version.reviewedAt} />
                      </>
                    ) : null}
                  </p>
                  {version.reason ? <p>原因：{version.reason}</p> : null}
                </li>
              ))}
            </ol>
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

function approvedText(one: TitleOne): string | null {
  const approved = one.versions.find(version => version.versionId === one.approvedVersionId)
  return approved ? `第 ${approved.versionNumber} 版开具` : null
}

const ProofLink = ({ fileId }: { fileId: string }) => (
  <a href={privateFileAddress(fileId)} target="_blank" rel="noreferrer">
    查看
  </a>
)
