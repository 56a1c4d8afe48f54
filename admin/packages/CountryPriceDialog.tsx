import { Form, Input, Radio, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { Beginning, momentOf } from '#admin/ui/Beginning.tsx'
import { adminPriceCalls, countryPriceRule } from '#contract/orders/admin-package.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { callingCodesOf, countries } from '#values/country.ts'
import { priceAnswers } from './package.ts'

interface Values {
  country: string
  isOpen: boolean
  unitPrice?: string
  isLater: boolean
  startsAt?: string
  reason: string
}

/** Sets the price of a country, or closes it. */
export function CountryPriceDialog({ country, onClose }: { country: string | null; onClose: () => void }) {
  const act = useDialogAct(adminPriceCalls.setCountry, {
    invalidates: [...priceAnswers, adminPriceCalls.countries],
    done: (_, { country: name }) => `${name}的单价已设置`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={country ? `${country}的单价` : '设置国际及港澳台单价'}
      okText="保存"
      consequence="对所有已开通国际短信的客户生效；已接受的短信不受影响。还须有支持“国际及港澳台”的通道。"
      reasonHint="记入操作记录，例如调价的依据。"
      act={act}
      first={{ isOpen: true, isLater: false, ...(country ? { country } : {}) }}
      onSubmit={({ isOpen, unitPrice = '', isLater, startsAt, reason, country: chosen }) =>
        act.mutate({ country: chosen, unitPrice: isOpen ? unitPrice : null, startsAt: isLater ? momentOf(startsAt) : null, reason })
      }
      onClose={onClose}
    >
      <Form.Item name="country" label="国家或地区" rules={[{ required: true, message: '请选择国家或地区' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          disabled={country !== null}
          options={countries.map(value => ({ value, label: `${value} ${callingCodesOf(value)}` }))}
        />
      </Form.Item>
      <Form.Item name="isOpen" label="发送">
        <Radio.Group
          options={[
            { value: true, label: '开通' },
            { value: false, label: '不开通' },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['isOpen']}>
        {({ getFieldValue }) =>
          getFieldValue('isOpen') === false ? null : (
            <Form.Item name="unitPrice" label="每条价格" extra="0.001-10元，最多四位小数。" rules={[zodRule(countryPriceRule)]}>
              <Input prefix="¥" inputMode="decimal" placeholder="0.35" />
            </Form.Item>
          )
        }
      </Form.Item>
      <Beginning />
    </ActForm>
  )
}
