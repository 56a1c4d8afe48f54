import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#admin/session.ts'
import { History } from '#admin/ui/History.tsx'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { bindNames, longTextNames, phoneFormNames, protocolName, textCodingNames, tlsNames } from '#contract/messages/channel-settings.ts'
import { reportWayNames } from '#contract/messages/http-channel.ts'
import { withdrawalRuleNames } from '#contract/messages/route-preference.ts'
import { terms } from '#contract/terms.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Count, Share } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { formatUnitPrice } from '#values/money.ts'
import { carrierShortNames } from '#values/phone.ts'
import { upstreamIdFormNames } from '../ui/labels/messages.ts'
import { ChannelExchanges } from './ChannelExchanges.tsx'
import { ChannelLinks } from './ChannelLinks.tsx'
import { ChannelState, stateText } from './ChannelState.tsx'
import { ChannelTraffic } from './ChannelTraffic.tsx'
import { ChannelTrial } from './ChannelTrial.tsx'
import { type Channel, kindNames, secondsText, type Volume } from './channel.ts'
import { SwitchDialog } from './SwitchDialog.tsx'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'

const breakerNames = { open: '暂停发送', half_open: '正在试发一条' } as const

/** What the channel's protocol alone has. */
function settingFacts({ settings, upstreamIdForm, systemId, callbackUrl }: Channel) {
  if (settings.protocol === 'smpp')
    return [
      fact('编号形式', upstreamIdFormNames[upstreamIdForm]),
      fact('收发方式', bindNames[settings.binds ?? 'transceiver']),
      fact('长短信', longTextNames[settings.longText ?? 'udh']),
      fact('加密', tlsNames[settings.tls ?? 'off']),
    ]
  if (settings.protocol === 'http')
    return [
      fact('接口地址', settings.url),
      fact('状态报告', reportWayNames[settings.reports]),
      fact(
        '回调地址',
        callbackUrl === null ? (
          '没有设置UPSTREAM_CALLBACK_URL'
        ) : (
          <>
            <code>{callbackUrl}</code> <CopyButton text={callbackUrl} label="复制回调地址" />
          </>
        ),
      ),
      fact('超时', `${settings.timeoutSeconds}秒`),
      ...('templates' in settings.api ? [fact('上游模板', <Count count={settings.api.templates.length} unit="个" />)] : []),
    ]
  return [
    fact('企业代码', settings.enterpriseCode || (settings.protocol === 'cmpp' ? systemId : '无')),
    fact('业务代码', settings.serviceId || '无'),
    ...('productId' in settings ? [fact('产品代码', settings.productId || '无')] : []),
    fact('编码', textCodingNames[settings.coding]),
    ...('phoneForm' in settings ? [fact('号码形式', phoneFormNames[settings.phoneForm])] : []),
    ...('nodeNumber' in settings
      ? [fact('节点编号', settings.nodeNumber), fact('网关地址', settings.gatewayAddresses?.join('、') || '不限')]
      : []),
  ]
}

const percentText = (rate: number | null) => (rate === null ? '–' : `${Math.round(rate * 1000) / 10}%`)

/** How the channel does by its reports, and whether other channels take its traffic. */
function qualityFacts({ quality, withdrawal, withdrawalRule }: Channel) {
  return [
    fact(
      '近30分钟到达率',
      quality ? `${percentText(quality.rate)}（${quality.reportedCount}份报告，平时${percentText(quality.usualRate)}）` : '–',
    ),
    fact('报告平均用时', quality ? `${secondsText(quality.delaySeconds)}（平时${secondsText(quality.usualDelaySeconds)}）` : '–'),
    fact('撤量', withdrawalRuleNames[withdrawalRule]),
    ...(withdrawal
      ? [
          fact(
            '撤量原因',
            <>
              {withdrawal.reason}，<Moment at={withdrawal.since} />起
            </>,
          ),
        ]
      : []),
  ]
}

const costText = ({ unitCostHao, particularCostCount }: Channel) =>
  [
    unitCostHao === null ? '没有设置' : `每条${formatUnitPrice(unitCostHao)}`,
    ...(particularCostCount > 0 ? [`另有${particularCostCount}个运营商或国家单独设置`] : []),
  ].join('，')

interface ChannelDetailProps {
  channel: Channel
  all: readonly Channel[]
  volume: Volume | undefined
  onEdit: () => void
  onClose: () => void
}

/** One channel: state, settings, a test message, change history. */
export function ChannelDetail({ channel, all, volume, onEdit, onClose }: ChannelDetailProps) {
  const mayWrite = useMay('channel.write')
  const [isSwitching, setSwitching] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <DetailDrawer
      onClose={onClose}
      title={channel.name}
      actions={
        mayWrite ? (
          <>
            <Button onClick={() => setWithdrawing(true)}>撤量</Button>
            <Button danger={channel.isEnabled} onClick={() => setSwitching(true)}>
              {channel.isEnabled ? '停用' : '启用'}
            </Button>
            <Button type="primary" onClick={onEdit}>
              修改
            </Button>
          </>
        ) : null
      }
    >
      <Facts
        facts={[
          fact('状态', <ChannelState row={channel} />),
          fact('说明', stateText(channel)),
          ...channel.breakers.map(({ link, state, reason, since }) =>
            fact(
              `连接${link}熔断`,
              <>
                {breakerNames[state]}：{reason}，<Moment at={since} />起
              </>,
            ),
          ),
          fact('状态时间', <Moment at={channel.stateAt} />),
          ...qualityFacts(channel),
          fact('排队等待', volume ? <Count count={volume.waiting} unit="条" /> : '–'),
          fact(`今日${terms.submitted}`, volume ? <Count count={volume.submitted} unit="条" /> : '–'),
          fact(terms.rate, volume ? <Share part={volume.delivered} whole={volume.ended} /> : '–'),
          fact('失败后又报送达', <Count count={channel.lateDeliveryCount} unit="条" />),
          fact('编号缺失或重复', <Count count={channel.doubledIdCount} unit="条" />),
          fact('成本', costText(channel)),
          fact('协议', protocolName(channel.settings)),
          fact('地址', `${channel.host}:${channel.port}`),
          fact('账号', channel.systemId),
          fact('密码', '已加密保存，不显示'),
          fact('接入号', channel.senderNumber),
          ...settingFacts(channel),
          fact('短信类型', channel.kinds.map(kind => kindNames[kind]).join('、')),
          fact('运营商', channel.carriers.map(name => carrierShortNames[name]).join('、')),
          fact('限速', <Count count={channel.ratePerSecond} unit="条/秒" />),
          fact('窗口与连接', `每个连接 ${channel.windowSize} 条，共 ${channel.bindCount} 个连接`),
        ]}
      />
      {channel.load ? <ChannelLinks load={channel.load} /> : null}
      <ChannelTraffic channelId={channel.channelId} />
      {mayWrite ? <ChannelTrial channel={channel} /> : null}
      {mayWrite ? <ChannelExchanges channel={channel} /> : null}
      <Section title="修改记录">
        <History call={adminChannelCalls.history} object={channel.name} />
      </Section>
      {isSwitching ? <SwitchDialog channel={channel} all={all} volume={volume} onClose={() => setSwitching(false)} /> : null}
      {isWithdrawing ? <WithdrawalDialog channel={channel} onClose={() => setWithdrawing(false)} /> : null}
    </DetailDrawer>
  )
}
