import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { actName, refusalText } from '#admin/act-names.ts'
import { useMe } from '#admin/session.ts'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Segments } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { keysOf } from '#values/keys.ts'
import { accountStateTags } from '../ui/labels/account.ts'
import { BonusTable } from './BonusTable.tsx'
import { ContentTable } from './ContentTable.tsx'
import { CustomerNotes } from './CustomerNotes.tsx'
import { type Customer, type CustomerAct, type CustomerRow, customerCan } from './customer.ts'
import { EsmeList } from './EsmeList.tsx'
import { GrantTable } from './GrantTable.tsx'
import { MemberList } from './MemberList.tsx'

interface CustomerDetailProps {
  accountId: string
  onClose: () => void
  onAct: (act: CustomerAct, customer: CustomerRow) => void
}

/** One customer: identity, balance and packages, members, staff's acts; possible acts in the footer. */
export function CustomerDetail({ accountId, onClose, onAct }: CustomerDetailProps) {
  const query = useCall(adminCustomerCalls.one, { accountId })
  const customer = query.data
  return (
    <DetailDrawer
      onClose={onClose}
      title={customer?.name ?? '客户详情'}
      query={query}
      actions={customer ? <Acts customer={customer} onAct={act => onAct(act, customer)} /> : null}
    >
      {one => (
        <>
          <Facts facts={factsOf(one)} />
          <Section title="内部备注">
            <CustomerNotes accountId={one.accountId} />
          </Section>
          <Section title="套餐">
            <GrantTable grants={one.grants} />
          </Section>
          {one.bonuses.length > 0 ? (
            <Section title="赠送金">
              <BonusTable bonuses={one.bonuses} />
            </Section>
          ) : null}
          <Section title="签名与模板">
            <ContentTable accountId={one.accountId} />
          </Section>
          <Section title="SMPP与CMPP">
            <EsmeList accountId={one.accountId} />
          </Section>
          <Section title="成员">
            <MemberList accountId={one.accountId} members={one.members} />
          </Section>
          <Section title="运营操作">
            <Timeline
              steps={one.acts.map((act, index) => ({
                key: `${act.at} ${index}`,
                tone: act.result === 'ok' ? 'good' : 'bad',
                title: `${actName(act.action)}${act.object ? `：${act.object}` : ''}（${act.by}）`,
                at: act.at,
                children: act.result === 'ok' ? null : refusalText(act.result),
              }))}
            />
            {one.acts.length === 0 ? '还没有运营人员操作过这个账户。' : null}
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

function Acts({ customer, onAct }: { customer: Customer; onAct: (act: CustomerAct) => void }) {
  const permissions = useMe().data?.permissions ?? []
  const acts = keysOf(customerCan).filter(act => permissions.includes(customerCan[act].permission) && customerCan[act].isPossible(customer))
  const [first, ...rest] = acts
  if (!first) return null
  return (
    <>
      {rest.length > 1 ? (
        <ButtonMenu
          placement="topRight"
          menu={{
            items: rest.map(act => ({ key: act, label: customerCan[act].name, danger: customerCan[act].isDanger ?? false })),
            onClick: ({ key }) => onAct(key as CustomerAct),
          }}
        >
          <Button>
            更多操作
            <DownOutlined />
          </Button>
        </ButtonMenu>
      ) : (
        rest.map(act => (
          <Button key={act} danger={customerCan[act].isDanger ?? false} onClick={() => onAct(act)}>
            {customerCan[act].name}
          </Button>
        ))
      )}
      <Button type="primary" danger={customerCan[first].isDanger ?? false} onClick={() => onAct(first)}>
        {customerCan[first].name}
      </Button>
    </>
  )
}

const whenEmptyNames = { stop: '停发', balance: '转余额' }

function factsOf(one: Customer): [string, ReactNode][] {
  return [
    fact('状态', <State tag={accountStateTags[one.state]} />),
    fact('认证主体', one.attestedName ?? <StateTag tone="waiting">未认证</StateTag>),
    fact('认证时间', <Moment at={one.attestedAt} />),
    fact('注册时间', <Moment at={one.createdAt} />),
    fact(terms.available, <Money hao={one.availableHao} />),
    fact(terms.held, <Money hao={one.heldHao} />),
    fact(terms.creditLimit, <Money hao={one.creditLimitHao} />),
    fact(`累计${terms.expense}`, <Money hao={one.spentHao} />),
    fact('套餐余量', <Segments count={one.remainingSegments} />),
    fact('套餐用尽', whenEmptyNames[one.whenEmpty]),
    fact('国际短信', one.sendsAbroad ? '已开通' : '未开通'),
    fact('已通过', `签名 ${one.signatures.approved} 个，模板 ${one.templates.approved} 个`),
    fact('审核中', `签名 ${one.signatures.reviewing} 个，模板 ${one.templates.reviewing} 个`),
  ]
}
