import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls } from '#contract/links/link.ts'
import { linkListCalls, linkSources } from '#contract/links/link-list.ts'
import { ruleWords } from '#contract/links/link-rule.ts'
import { mayLink, shownLinkState } from '#contract/links/link-state.ts'
import { CopyableId, CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Figures } from '#ui/display/Figures.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { menuItems } from '#ui/list/RowActions.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import { minuteText } from '#values/send-window.ts'
import { pathTo } from '../../paths.ts'
import { referrerPolicyNames } from '../../shared/labels/links.ts'
import type { ActKind } from './ActDialog.tsx'
import { History } from './History.tsx'
import { copyAct, linkActs } from './link-acts.ts'
import { State, Tags, Target } from './link-columns.tsx'
import { type ActedOn, bareAddress } from './links.ts'
import style from './Manage.module.css'

type Whole = CallAnswerWire<typeof linkCalls.one>

interface LinkDrawerProps {
  linkId: string
  mayWrite: boolean
  onEdit: () => void
  onAct: (link: ActedOn, kind: ActKind) => void
  onQr: (shortUrl: string) => void
  onClose: () => void
}

/** One link: address, target, last 24 hours, settings, and change history. */
export function LinkDrawer({ linkId, mayWrite, onEdit, onAct, onQr, onClose }: LinkDrawerProps) {
  const query = useCall(linkCalls.one, { linkId })
  const link = query.data
  return (
    <DetailDrawer
      onClose={onClose}
      title="短链详情"
      query={query}
      actions={
        link ? (
          <>
            {mayWrite ? <Acts link={link} onAct={onAct} /> : null}
            <Button onClick={() => onQr(link.shortUrl)}>二维码</Button>
            <LinkButton to={pathTo('/shorturl/visitor', { link: linkId })}>访客统计</LinkButton>
            {mayWrite && mayLink('edit', link.state) ? (
              <Button type="primary" onClick={onEdit}>
                修改
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {one => (
        <>
          <p className={style.head}>
            <b>{bareAddress(one.shortUrl)}</b>
            <CopyButton text={one.shortUrl} label="复制短链" />
            <State row={{ state: shownStateOf(one), reason: one.reason }} />
          </p>
          <Section title="目标网址" action={<CopyButton text={one.target} label="复制目标网址" />}>
            <p className={style.leads}>
              <Target target={one.target} isWhole />
            </p>
          </Section>
          <Hours linkId={linkId} />
          <Settings link={one} />
          <History linkId={linkId} />
        </>
      )}
    </DetailDrawer>
  )
}

const dateOf = (at: string | null) => (at ? new Date(at) : null)
const shownStateOf = ({ state, startsAt, endsAt }: Whole) =>
  shownLinkState(state, { startsAt: dateOf(startsAt), endsAt: dateOf(endsAt) }, new Date())

/** The actions of the list's last column, which is out of view on a phone. */
function Acts({ link, onAct }: { link: Whole } & Pick<LinkDrawerProps, 'onAct'>) {
  const navigate = useNavigate()
  const acts = [copyAct(link.linkId, to => void navigate(to)), ...linkActs({ state: shownStateOf(link) }, kind => onAct(link, kind))]
  return (
    <ButtonMenu placement="topRight" menu={{ items: menuItems(acts) }}>
      <Button>
        更多操作
        <DownOutlined />
      </Button>
    </ButtonMenu>
  )
}

/** Today's and all visits, and the last 24 hours as bars. */
function Hours({ linkId }: { linkId: string }) {
  const query = useCall(linkListCalls.hours, { linkId }, { refetchInterval: 30_000 })
  const { data } = query
  if (query.error && !data) return <ErrorPanel title="访问数据没能加载" error={query.error} onRetry={() => void query.refetch()} />
  const count = (value: number | undefined) => (value === undefined ? null : thousands(value))
  return (
    <>
      <Figures
        figures={[
          { label: '今日访问', value: count(data?.totals.pvToday), note: data && `访客 ${thousands(data.totals.uvToday)}` },
          { label: '累计访问', value: count(data?.totals.pvTotal), note: data && `访客 ${thousands(data.totals.uvTotal)}` },
        ]}
      />
      <Section title="近24小时">
        {data ? (
          <Chart
            title="近24小时访问次数"
            kind="bar"
            labels={data.rows.map(row => formatChinaTime(new Date(row.at)).slice(5, 13).concat('时'))}
            series={[{ name: '访问次数', colour: 0, values: data.rows.map(row => row.pv) }]}
            unit="次"
            heightPx={160}
            emptyText="近24小时没有访问。"
          />
        ) : (
          <div className={style.waiting} />
        )}
      </Section>
    </>
  )
}

/** Rules as text, in order: the first match applies. */
const Rules = ({ rules }: Pick<Whole, 'rules'>) => (
  <ol className={style.rules}>
    {rules.map((rule, index) => {
      const whole = rule.targets.reduce((sum, one) => sum + one.weight, 0)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is identified by its index.
        <li key={index}>
          <b>{ruleWords(rule)}</b>
          {rule.targets.length === 0 ? <span>提示“请在浏览器打开”</span> : null}
          {rule.targets.map(({ target, weight }) => (
            <span key={target}>
              {rule.targets.length > 1 ? `${Math.round((weight / whole) * 100)}% ` : ''}
              <Target target={target} isWhole />
            </span>
          ))}
        </li>
      )
    })}
  </ol>
)

function Settings({ link }: { link: Whole }) {
  const groups = useCall(linkCalls.choices, {}, { staleTimeMs: 60_000 }).data?.groups
  const group = groups?.find(one => one.linkGroupId === link.linkGroupId)?.name
  const hours =
    link.activeFromMinute === null || link.activeUntilMinute === null
      ? null
      : `每天 ${minuteText(link.activeFromMinute)}–${minuteText(link.activeUntilMinute)}`
  return (
    <Section title="设置">
      <Facts
        facts={[
          fact('标题', link.title || '–'),
          fact('分组', link.linkGroupId === null ? '–' : group),
          fact('来源', linkSources[link.source]),
          fact('创建时间', <Moment at={link.createdAt} />),
          fact('生效时间', link.startsAt ? <Moment at={link.startsAt} /> : null),
          fact('失效时间', link.endsAt ? <Moment at={link.endsAt} /> : '长期有效'),
          fact('访问次数上限', link.visitLimit === null ? null : `${thousands(link.visitLimit)} 次`),
          fact('访问密码', link.hasPassword ? '已设置' : null),
          fact('可访问时段', hours),
          fact('访客带来的参数', link.passesQuery ? '传给目标网址' : null),
          fact('来源信息', link.referrerPolicy === 'strict-origin-when-cross-origin' ? null : referrerPolicyNames[link.referrerPolicy]),
          fact('短链编号', <CopyableId id={link.linkId} most={30} />),
        ]}
      />
      {link.endedTarget ? <Facts facts={[fact('失效后跳转到', <Target target={link.endedTarget} isWhole />)]} /> : null}
      {link.rules.length > 0 ? <Facts facts={[fact('分流规则', <Rules rules={link.rules} />)]} /> : null}
      {link.tags.length > 0 ? <Facts facts={[fact('标签', <Tags tags={link.tags} />)]} /> : null}
    </Section>
  )
}
