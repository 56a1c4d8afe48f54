import { Form, Input, Radio } from 'antd'

/** What a field for a moment in China gives. */
export const momentOf = (text: string | undefined) => (text ? new Date(`${text}:00+08:00`).toISOString() : null)

const chinaTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** From when on what is set holds: at once, or from a moment of China on. */
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
            <Input type="datetime-local" />
          </Form.Item>
        ) : null
      }
    </Form.Item>
  </>
)
