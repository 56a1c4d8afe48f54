import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { rateText } from '#admin/invoices/invoice.ts'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Facts } from '#ui/Facts.tsx'
import { fact } from '#ui/fact.ts'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SettingsPage } from '#ui/SettingsPage.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { SellerDialog } from './SellerDialog.tsx'
import { productNames, ruleStates, type Settings } from './setting.ts'

type Asked = 'rule' | 'seller' | 'pause'

/** 开票设置: tax rates by date, the seller of invoices, and pausing. */
export function Page() {
  const query = useCall(adminInvoiceSettingCalls.read, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  if (query.error && !query.data) return <ErrorPanel title="开票设置没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rules, seller, pause } = query.data
  const close = () => setAsked(null)
  return (
    <SettingsPage title="开票设置" note="税率按消费发生的日期计算，改变税率不影响已发生的消费和已提交的申请。">
      <PausePanel pause={pause} action={<Button onClick={() => setAsked('pause')}>{pause?.isPaused ? '恢复开票' : '暂停开票'}</Button>} />
      <Panel
        title="税率"
        note="每个产品按日期生效，一张发票只有一个税率。"
        action={
          <Button type="primary" onClick={() => setAsked('rule')}>
            新增税率
          </Button>
        }
      >
        <Scroll label="税率">
          <table className={style.table}>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col" data-number>
                  税率
                </th>
                <th scope="col">状态</th>
                <th scope="col">生效日期</th>
                <th scope="col">分类编码</th>
                <th scope="col">依据</th>
                <th scope="col">录入</th>
              </tr>
            </thead>
            <tbody>
              {rules.map(rule => (
                <tr key={rule.product + rule.startsAt} data-ended={rule.state === 'past' || undefined}>
                  <td>
                    {productNames[rule.product]}
                    <div className={style.text}>
                      *{rule.categoryName}*{rule.itemName}
                    </div>
                  </td>
                  <td data-number>{rateText(rule.rateBp)}</td>
                  <td>
                    <StateTag tone={ruleStates[rule.state].tone}>{ruleStates[rule.state].name}</StateTag>
                  </td>
                  <td>{Date.parse(rule.startsAt) < Date.parse('2001-01-01') ? '最初' : <Moment at={rule.startsAt} short />}</td>
                  <td>{rule.categoryCode ?? '–'}</td>
                  <td className={style.wide}>{rule.source}</td>
                  <td>{rule.staffName ?? '系统'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </Panel>
      <Panel
        title="销售方"
        note="印在发票上；修改后对之后开具的发票生效。"
        action={<Button onClick={() => setAsked('seller')}>{seller ? '修改' : '填写'}</Button>}
      >
        {seller ? <SellerFacts seller={seller} /> : <p className={style.none}>还没有填写。填写之前客户不能申请发票。</p>}
      </Panel>
      {asked === 'rule' ? <RuleDialog rules={rules} onClose={close} /> : null}
      {asked === 'seller' ? <SellerDialog seller={seller} onClose={close} /> : null}
      {asked === 'pause' ? <PauseDialog isPaused={pause?.isPaused ?? false} onClose={close} /> : null}
    </SettingsPage>
  )
}

function PausePanel({ pause, action }: { pause: Settings['pause']; action: ReactNode }) {
  return (
    <Panel title="开票服务" note="暂停后客户不能提交新的申请，已提交的照常处理；发票页面会显示您填写的说明。" action={action}>
      <Facts
        facts={[
          fact('状态', <StateTag tone={pause?.isPaused ? 'waiting' : 'good'}>{pause?.isPaused ? '已暂停' : '正常'}</StateTag>),
          fact(pause?.isPaused ? '告知客户' : '最近一次说明', pause?.notice ?? null),
          fact('操作', pause ? `${pause.staffName ?? '员工'}` : null),
          fact('时间', pause ? <Moment at={pause.at} short /> : null),
        ]}
      />
    </Panel>
  )
}

function SellerFacts({ seller }: { seller: NonNullable<Settings['seller']> }) {
  return (
    <Facts
      facts={[
        fact('名称', seller.name),
        fact('纳税人识别号', seller.taxNumber),
        fact('地址、电话', `${seller.address} ${seller.phone}`.trim() || null),
        fact('开户行及账号', `${seller.bankName} ${seller.bankAccount}`.trim() || null),
        fact('开票人', seller.issuer),
        fact('单张限额', <Money hao={seller.limitHao} />),
        fact('纸质专票', seller.offersPrint ? '提供' : '不提供'),
      ]}
    />
  )
}
