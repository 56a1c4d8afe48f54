import { Form, Input, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { Beginning, momentOf } from '#admin/ui/Beginning.tsx'
import { adminPriceCalls, unitPriceRule } from '#contract/orders/admin-package.ts'
import { priceApprovalReason } from '#contract/orders/price-guard.ts'
import { useCall } from '#ui/call.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { parseYuan } from '#values/money.ts'
import { Doubt, waits } from './Doubt.tsx'
import type { AskedPrice } from './PriceVersions.tsx'
import { kinds, type PriceKind, priceAnswers, priceKinds } from './package.ts'

/** Sets a price, or withdraws one that has not begun. */
export function PriceDialog({ asked, onClose }: { asked: AskedPrice; onClose: () => void }) {
  return asked.act === 'set' ? (
    <SetDialog accountId={asked.accountId} onClose={onClose} />
  ) : (
    <CancelDialog asked={asked} onClose={onClose} />
  )
}

interface Values {
  kind: PriceKind
  isOwn: boolean
  unitPrice?: string
  isLater: boolean
  startsAt?: string
  reason: string
}

function SetDialog({ accountId, onClose }: { accountId: string | null; onClose: () => void }) {
  const act = useDialogAct(adminPriceCalls.set, {
    invalidates: priceAnswers,
    done: ({ state }, { kind }) => (state === 'approving' ? waits : `${priceKinds[kind]}的单价已设置`),
    onClose,
  })
  const query = useCall(adminPriceCalls.list, accountId ? { accountId } : {})
  const measures = query.data?.measures
  const doubtOf = ({ kind, isOwn, unitPrice }: Partial<Values>) => {
    const hao = isOwn === false ? null : parseYuan(unitPrice ?? '')
    return measures && kind && hao ? priceApprovalReason(hao, measures[kind], false) : null
  }
  return (
    <ActForm<Values>
      title={accountId ? '设置客户的价格' : '设置单价'}
      okText="保存"
      consequence={accountId ? '只对这个客户生效，优先于平台的单价。' : '对所有没有单独价格的客户生效；已接受的短信不受影响。'}
      reasonHint="记入操作记录，例如调价的依据。"
      act={act}
      first={{ kind: 'transactional', isOwn: true, isLater: false }}
      onSubmit={({ kind, isOwn, unitPrice, isLater, startsAt, reason }) =>
        act.mutate({
          kind,
          accountId,
          unitPrice: isOwn === false ? null : (unitPrice ?? ''),
          startsAt: isLater ? momentOf(startsAt) : null,
          reason,
        })
      }
      onClose={onClose}
    >
      <Form.Item name="kind" label="短信类型">
        <Radio.Group optionType="button" options={kinds.map(value => ({ value, label: priceKinds[value] }))} />
      </Form.Item>
      {accountId ? (
        <Form.Item name="isOwn" label="价格">
          <Radio.Group
            options={[
              { value: true, label: '单独的价格' },
              { value: false, label: '与平台相同' },
            ]}
          />
        </Form.Item>
      ) : null}
      <Form.Item noStyle dependencies={['isOwn']}>
        {({ getFieldValue }) =>
          getFieldValue('isOwn') === false ? null : (
            <Form.Item name="unitPrice" label="每条价格" extra="0.001-1元，最多四位小数。" rules={[zodRule(unitPriceRule)]}>
              <Input prefix="¥" inputMode="decimal" placeholder="0.045" />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <Doubt text={doubtOf(getFieldsValue(true) as Partial<Values>)} />}
      </Form.Item>
      <Beginning />
    </ActForm>
  )
}

function CancelDialog({ asked, onClose }: { asked: Extract<AskedPrice, { act: 'cancel' }>; onClose: () => void }) {
  const { kind, startsAt } = asked.version
  const act = useDialogAct(adminPriceCalls.cancel, { invalidates: priceAnswers, done: '已取消', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`取消${priceKinds[kind]}的调价`}
      okText="取消调价"
      isDanger
      consequence={`${formatChinaTime(new Date(startsAt))}起的价格不再生效，之前的价格继续有效。`}
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ kind, startsAt, accountId: asked.accountId, reason })}
      onClose={onClose}
    />
  )
}
