import { Form, Radio } from 'antd'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { chinaDay } from '#values/china-time.ts'

/** Value of a field for a time in China. */
export const momentOf = (text: string | undefined) => (text ? new Date(`${text}:00+08:00`).toISOString() : null)

const chinaTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** When the setting takes effect: at once, or at a time in China. */
export const Beginning = () => (
  <>
    <Form.Item name="isLater" label="生效时间">
      <Radio.Group
        options={[
          { value: false, label: '立即' },
          { value: true, label: '指定时间' },
        ]}
      />
    </Form.Item>
    <Form.Item noStyle dependencies={['isLater']}>
      {({ getFieldValue }) =>
        getFieldValue('isLater') ? (
          <Form.Item
            name="startsAt"
            label="从何时起（北京时间）"
            rules={[{ required: true, pattern: chinaTimePattern, message: '请选择时间' }]}
          >
            <FormDayInput hasTime least={chinaDay(Date.now())} />
          </Form.Item>
        ) : null
      }
    </Form.Item>
  </>
)
