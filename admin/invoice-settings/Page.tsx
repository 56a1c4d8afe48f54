import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { rateText } from '#admin/invoices/invoice.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import { useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import type { TableColumn } from '#ui/display/Table.tsx'
import { SettingsPage } from '#ui/form/SettingsPage.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { SellerDialog } from './SellerDialog.tsx'
import { productNames, ruleStates, type Settings } from './setting.ts'

type Asked = 'rule' | 'seller' | 'pause'

/** 开票设置: tax rates by date, the seller of invoices, and pausing. */
export function Page() {
  const query = useCall(adminInvoiceSettingCalls.read, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  if (query.error && !query.data) return <PageFailure page="开票设置" query={query} />
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
        <RuledTable
          label="税率"
          rows={rules}
          rowKey={rule => rule.product + rule.startsAt}
          isEnded={rule => rule.state === 'past'}
          columns={ruleColumns}
        />
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

const ruleColumns: TableColumn<Settings['rules'][number]>[] = [
  {
    title: '项目',
    render: rule => (
      <>
        {productNames[rule.product]}
        <div className={style.text}>
          *{rule.categoryName}*{rule.itemName}
        </div>
      </>
    ),
  },
  { title: '税率', isNumber: true, render: rule => rateText(rule.rateBp) },
  { title: '状态', render: rule => <State tag={ruleStates[rule.state]} /> },
  {
    title: '生效日期',
    render: rule => (Date.parse(rule.startsAt) < Date.parse('2001-01-01') ? '最初' : <Moment at={rule.startsAt} />),
  },
  { title: '分类编码', render: rule => rule.categoryCode ?? '–' },
  { title: '依据', isWide: true, render: rule => rule.source },
  { title: '录入', render: rule => rule.staffName ?? '系统' },
]

function PausePanel({ pause, action }: { pause: Settings['pause']; action: ReactNode }) {
  return (
    <Panel title="开票服务" note="暂停后客户不能提交新的申请，已提交的照常处理；发票页面会显示您填写的说明。" action={action}>
      <Facts
        facts={[
          fact('状态', <StateTag tone={pause?.isPaused ? 'waiting' : 'good'}>{pause?.isPaused ? '已暂停' : '正常'}</StateTag>),
          fact(pause?.isPaused ? '告知客户' : '最近一次说明', pause?.notice ?? null),
          fact('操作', pause ? `${pause.staffName ?? '员工'}` : null),
          fact('时间', pause ? <Moment at={pause.at} /> : null),
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
