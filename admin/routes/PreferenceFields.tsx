import { Form, InputNumber, Radio } from 'antd'
import type { Channel } from '#admin/channels/channel.ts'
import style from '#admin/ui/Tables.module.css'
import { type PreferenceKind, preferenceKinds, type RoutePreference, routePreferenceNames } from '#contract/messages/route-preference.ts'
import { haoPerYuan } from '#values/money.ts'

/** How to choose among the channels, as the form has it. */
export interface Choice {
  by: PreferenceKind
  /** By channel, in percent. */
  shares?: Record<string, number | null>
  leastRate?: number | null
  /** 元. */
  mostCost?: number | null
}

export function choiceOf({ channelIds, preference }: { channelIds: readonly string[]; preference: RoutePreference }): Choice {
  const { by } = preference
  if (by === 'share') return { by, shares: Object.fromEntries(channelIds.map((id, index) => [id, preference.shares[index] ?? null])) }
  if (by === 'price') return { by, leastRate: preference.leastRate }
  if (by === 'quality') return { by, mostCost: preference.mostCostHao === null ? null : preference.mostCostHao / haoPerYuan }
  return { by }
}

export function preferenceOf(channelIds: readonly string[], { by, shares, leastRate, mostCost }: Choice): RoutePreference {
  if (by === 'share') return { by, shares: channelIds.map(id => shares?.[id] ?? 0) }
  if (by === 'price') return { by, leastRate: leastRate ?? null }
  if (by === 'quality') return { by, mostCostHao: typeof mostCost === 'number' ? Math.round(mostCost * haoPerYuan) : null }
  return { by }
}

const hints: Record<PreferenceKind, string> = {
  order: '用列表中第一个能发送的通道，前面的断开时用后面的。',
  share: '每个号码固定走一个通道；有通道断开时，只有它的号码改走其他的。',
  price: '成本在“平台统计”中设置；没有设置的排在最后。',
  quality: '按近30分钟的状态报告，少于100份时按近7天的；都没有的排在最后，可以先按比例试用。',
}

/** How to choose among the channels of a route, and the condition of each way. */
export const PreferenceFields = ({ channels }: { channels: readonly Channel[] }) => (
  <Form.Item noStyle dependencies={['by', 'channelIds']}>
    {({ getFieldValue }) => {
      const by: PreferenceKind = getFieldValue('by')
      const channelIds: string[] = getFieldValue('channelIds') ?? []
      return (
        <>
          <Form.Item name="by" label="选择方式" extra={hints[by]}>
            <Radio.Group options={preferenceKinds.map(value => ({ value, label: routePreferenceNames[value] }))} />
          </Form.Item>
          {by === 'share' ? <Shares channelIds={channelIds} channels={channels} /> : null}
          {by === 'price' ? (
            <Form.Item name="leastRate" label="到达率不低于（%）" extra="低于它的排在最后；留空为不限。">
              <InputNumber min={0} max={100} precision={0} />
            </Form.Item>
          ) : null}
          {by === 'quality' ? (
            <Form.Item name="mostCost" label="每条成本不高于（元）" extra="高于它的排在最后；留空为不限。">
              <InputNumber min={0} max={1} step={0.001} precision={4} />
            </Form.Item>
          ) : null}
        </>
      )
    }}
  </Form.Item>
)

function Shares({ channelIds, channels }: { channelIds: readonly string[]; channels: readonly Channel[] }) {
  const last = channelIds.at(-1)
  return (
    <div className={style.pair}>
      {channelIds.map(id => (
        <Form.Item
          key={id}
          name={['shares', id]}
          label={`${channels.find(one => one.channelId === id)?.name ?? '（已删除）'}（%）`}
          rules={[
            { required: true, message: '请填写比例' },
            { type: 'number', min: 1, message: '比例不能小于1%，不用的通道请移除' },
            ...(id === last
              ? [
                  ({ getFieldValue }: { getFieldValue: (name: string) => Record<string, number | null> | undefined }) => ({
                    validator: () => {
                      const shares = getFieldValue('shares') ?? {}
                      const sum = channelIds.reduce((all, one) => all + (shares[one] ?? 0), 0)
                      const isRefused = channelIds.some(one => !shares[one])
                      return isRefused || sum === 100 ? Promise.resolve() : Promise.reject(new Error(`比例合计须为100%，现在是${sum}%`))
                    },
                  }),
                ]
              : []),
          ]}
        >
          <InputNumber min={0} max={100} precision={0} />
        </Form.Item>
      ))}
    </div>
  )
}
