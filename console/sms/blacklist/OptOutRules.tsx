import { optOutCalls } from '#contract/unsubscribe/opt-out.ts'
import { useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { useListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Blacklist.module.css'
import { OptOutAnswers } from './OptOutAnswers.tsx'
import { OptOutLinks } from './OptOutLinks.tsx'
import { OptOutWords } from './OptOutWords.tsx'
import { blacklistTabs, useBlacklistTabs } from './tabs.ts'

const effects = [
  ['平台停发', '全部短信，包括验证码', '平台决定；您看不到原因，如有疑问请联系客服'],
  ['您添加的号码', '推广短信；选“推广和通知”时连通知', '您可以随时移除，到期自动恢复'],
  ['回复退订', '所回复签名的推广短信', '须对方重新同意，移除时写明凭证'],
  ['退订页面', '一个签名或您全部签名的推广短信', '对方可在退订页面自行恢复；您移除须写明凭证'],
  ['投诉', '您全部签名的推广短信', '不能移除；如有疑问请联系客服'],
] as const

/** 退订规则: the effect of each way onto the blacklist, opt-out words, replies, and the page behind the link. */
export function OptOutRules() {
  const list = useBlacklistTabs(useListState({}))
  const query = useCall(optOutCalls.settings, {})
  return (
    <>
      <PageHead title="黑名单" note="号码怎样进入黑名单、各拦下什么，以及收件人怎样退订。" />
      <ListTabs tabs={blacklistTabs} list={list} />
      <div className={`${layout.above16} ${layout.stack16}`}>
        <Panel title="拦下什么" note="被拦下的短信不发送、不收费；发送时逐条检查，加入即时生效。">
          <Table
            className={`${layout.table} ${style.effects}`}
            rows={effects}
            rowKey={([source]) => source}
            columns={[
              { title: '来源', isName: true, render: ([source]) => source },
              { title: '不再发送', render: ([, blocks]) => blocks },
              { title: '怎样恢复', render: ([, , back]) => back },
            ]}
          />
        </Panel>
        {query.data ? (
          <>
            <OptOutWords words={query.data.words} />
            <OptOutAnswers answers={query.data.answers} templates={query.data.templates} />
            <OptOutLinks signatures={query.data.answers} />
          </>
        ) : query.error ? (
          <ErrorPanel title="退订设置没能加载" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </div>
    </>
  )
}
