import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import layout from '#ui/theme/layout.module.css'
import type { Channel } from './channel.ts'

/** The channel's connections now, and how full their windows are. */
export function ChannelLinks({ load }: { load: NonNullable<Channel['load']> }) {
  return (
    <Section title="连接">
      <RuledTable
        label="连接"
        rows={load.links}
        rowKey={row => String(row.link)}
        columns={[
          { title: '连接', isName: true, render: row => row.link },
          {
            title: '状态',
            isWide: true,
            render: row =>
              row.isBound ? <StateTag tone="good">已绑定</StateTag> : <StateTag tone="bad">{row.problem ?? '正在连接'}</StateTag>,
          },
          { title: '窗口占用', isNumber: true, render: row => `${row.outstanding}/${row.window}` },
        ]}
      />
      <p className={`${layout.flush} ${layout.above8} ${layout.note}`}>
        每秒提交{load.partsPerSecond}段（按分段），
        <Moment at={load.at} />
        起没有变化；每5秒测一次。
      </p>
    </Section>
  )
}
