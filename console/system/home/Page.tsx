import { homeCalls } from '#contract/home.ts'
import { useCall } from '../../call.ts'
import { Segments, Share } from '../../ui/Count.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel, Panels } from '../../ui/Panel.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { GrantList } from './GrantList.tsx'
import style from './Home.module.css'

/** 控制台首页: today's sending, what is left to send with, and what needs attention. */
export function Page() {
  const query = useCall(homeCalls.overview, {})
  if (query.error && !query.data) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="首页没能加载" />
  const home = query.data
  const { today, money } = home ?? {}
  return (
    <>
      <PageHead title="控制台首页" note="今日数据从北京时间零点起算，随发送实时更新。" />
      <Figures
        figures={[
          { label: '今日发送', value: today ? <Segments count={today.messageCount} /> : null },
          {
            label: '今日到达率',
            value: today ? <Share part={today.deliveredCount} whole={today.deliveredCount + today.failedCount} /> : null,
            note: '成功 ÷（成功 + 失败）',
          },
          { label: '等待回执', value: today ? <Segments count={today.waitingCount} /> : null },
          ...(home && !money ? [] : [{ label: '可用余额', value: money ? <Money hao={money.availableHao} /> : null }]),
        ]}
      />
      <Panels layout="wide">
        <Panel title="套餐余量" note="专用套餐先用，先到期的先用；送达才扣。">
          {home ? <GrantList grants={home.grants} /> : null}
        </Panel>
        <Panel title="账户">
          {home ? (
            <dl className={style.facts}>
              <dt>实名认证</dt>
              <dd>{home.isAttested ? <StateTag tone="good">已认证</StateTag> : <StateTag tone="waiting">未认证</StateTag>}</dd>
              <dt>本次登录</dt>
              <dd>{home.lastSignIn ? <Moment at={home.lastSignIn.at} /> : '—'}</dd>
              <dt>登录地址</dt>
              <dd>{home.lastSignIn?.address || '—'}</dd>
            </dl>
          ) : null}
        </Panel>
      </Panels>
    </>
  )
}
