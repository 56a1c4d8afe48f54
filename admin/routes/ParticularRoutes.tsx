import { Button } from 'antd'
import { kindNames } from '#admin/channels/channel.ts'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { carrierNames } from '#values/phone.ts'
import { ChannelOrder } from './ChannelOrder.tsx'
import type { RoutesProps } from './GeneralRoutes.tsx'

/** Routes of a province or a customer. */
export function ParticularRoutes({ routes, channels, onEdit, onRemove }: RoutesProps) {
  const rows = routes.filter(route => route.province !== null || route.accountId !== null)
  if (rows.length === 0) return <p className={style.none}>还没有。需要让某个省份或客户走指定的通道时在这里新建。</p>
  return (
    <Scroll label="省份与客户的路由表">
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">客户</th>
            <th scope="col">类型</th>
            <th scope="col">运营商</th>
            <th scope="col">省份</th>
            <th scope="col">通道顺序</th>
            <th scope="col">
              <span className="hy-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(route => {
            const name = [route.accountName ?? '全部客户', kindNames[route.kind], carrierNames[route.carrier], route.province].join(' ')
            return (
              <tr key={route.routeId}>
                <td>{route.accountName ?? '全部客户'}</td>
                <td>{kindNames[route.kind]}</td>
                <td>{carrierNames[route.carrier]}</td>
                <td>{route.province ?? '全国'}</td>
                <td className={style.wide}>
                  <ChannelOrder ids={route.channelIds} channels={channels} />
                </td>
                <td data-number>
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
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}
