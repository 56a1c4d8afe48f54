import { Button } from 'antd'
import { kindNames } from '#admin/channels/channel.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { carrierNames } from '#values/phone.ts'
import { ChannelOrder } from './ChannelOrder.tsx'
import type { RoutesProps } from './GeneralRoutes.tsx'

/** Routes of a province or a customer. */
export function ParticularRoutes({ routes, channels, onEdit, onRemove }: RoutesProps) {
  const rows = routes.filter(route => route.province !== null || route.accountId !== null)
  if (rows.length === 0) return <p className={style.none}>还没有。需要让某个省份或客户走指定的通道时在这里新建。</p>
  return (
    <RuledTable
      label="省份与客户的路由表"
      rows={rows}
      rowKey={route => route.routeId}
      columns={[
        { title: '客户', render: route => route.accountName ?? '全部客户' },
        { title: '类型', render: route => kindNames[route.kind] },
        { title: '运营商', render: route => carrierNames[route.carrier] },
        { title: '省份或国家', render: route => route.province ?? (route.carrier === 'abroad' ? '全部' : '全国') },
        { title: '通道', isWide: true, render: route => <ChannelOrder route={route} channels={channels} /> },
        {
          title: '操作',
          head: null,
          isNumber: true,
          render: route => {
            const name = [route.accountName ?? '全部客户', kindNames[route.kind], carrierNames[route.carrier], route.province].join(' ')
            return (
              <>
                {onEdit ? (
                  <Button type="link" size="small" aria-label={`修改${name}`} onClick={() => onEdit({ ...route, isGeneral: false })}>
                    修改
                  </Button>
                ) : null}
                {onRemove ? (
                  <Button type="link" size="small" danger aria-label={`删除${name}`} onClick={() => onRemove(route)}>
                    删除
                  </Button>
                ) : null}
              </>
            )
          },
        },
      ]}
    />
  )
}
