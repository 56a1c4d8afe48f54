import { Alert, Button, Select } from 'antd'
import style from '#admin/ui/Review.module.css'
import { linkReviewCalls } from '#contract/links/admin-link.ts'
import { useCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { menuItems, type RowAction } from '#ui/list/RowActions.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import layout from '#ui/theme/layout.module.css'
import { useMedia } from '#ui/theme/media.ts'
import { linkDecisionTags } from '../ui/labels/links.ts'
import { AccountTable } from './AccountTable.tsx'
import { LinkTable } from './LinkTable.tsx'
import type { HostDetail, WaitingHost } from './review.ts'

interface HostActs {
  onNext: () => void
  onPrevious: () => void
  onPass: () => void
  /** Null while links of several accounts are displayed. */
  onPassHost: (() => void) | null
  onReject: () => void
  onTrust: () => void
  onBlock: () => void
}

interface HostItemProps extends HostActs {
  row: WaitingHost
  query: ReturnType<typeof useHost>
  account: string
  onAccount: (accountId: string) => void
  place: { index: number; of: number } | null
  isBusy: boolean
  /** It was visible for a moment: before that it can't be approved, and its button says so. */
  isSettled: boolean
}

export const useHost = (host: string, account: string) =>
  useCall(linkReviewCalls.host, { host, ...(account ? { accountId: account } : {}) }, { enabled: host !== '' })

/** One host: findings, accounts, exact targets, and earlier decisions. */
export function HostItem({ row, query, account, onAccount, place, isBusy, isSettled, ...acts }: HostItemProps) {
  const detail = query.data
  return (
    <>
      <header className={style.head}>
        <h2>{row.shown}</h2>
        <span className={style.place}>{place ? `第 ${place.index + 1} / ${place.of} 个` : '已不在队列'}</span>
      </header>
      {detail && detail.seenAt === null ? (
        <Alert type="warning" showIcon title="这个域名下已没有待审核的短链接，可能已由他人处理。" className={layout.below12} />
      ) : null}
      {row.hints.map(hint => (
        <Alert key={hint} type="warning" showIcon title={hint} className={layout.below12} />
      ))}
      <div>
        {query.error && !detail ? (
          <ErrorPanel title="这个域名没能加载" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Detail row={row} detail={detail} account={account} onAccount={onAccount} />
        )}
      </div>
      <Acts {...acts} place={place} isBusy={isBusy} isSettled={isSettled} isGone={!detail || detail.seenAt === null} />
    </>
  )
}

interface DetailProps {
  row: WaitingHost
  detail: HostDetail | undefined
  account: string
  onAccount: (accountId: string) => void
}

function Detail({ row, detail, account, onAccount }: DetailProps) {
  return (
    <>
      <Facts
        facts={[
          fact('待审核', <Count count={row.linkCount} unit="条" />),
          fact('等待自', <Moment at={row.oldestAt} />),
          fact('域名', row.shown === row.host ? null : row.host),
          fact(
            '这个域名的其他短链接',
            detail
              ? `生效中 ${thousands(detail.activeLinkCount)}，已拒绝 ${thousands(detail.rejectedLinkCount)}，已封禁 ${thousands(detail.blockedLinkCount)}`
              : '…',
          ),
        ]}
      />
      {detail ? <Sections detail={detail} account={account} onAccount={onAccount} /> : null}
    </>
  )
}

function Sections({ detail, account, onAccount }: Omit<DetailProps, 'row'> & { detail: HostDetail }) {
  return (
    <>
      <Section title="客户">
        <AccountTable accounts={detail.accounts} />
      </Section>
      <Section
        title="短链接"
        action={
          detail.accounts.length > 1 ? (
            <Select
              aria-label="只看并只处理一个客户的短链接"
              value={account}
              onChange={onAccount}
              options={[
                { value: '', label: '全部客户' },
                ...detail.accounts.map(one => ({
                  value: one.accountId,
                  label: `${one.attestedName ?? one.accountName}（${thousands(one.linkCount)}）`,
                })),
              ]}
            />
          ) : null
        }
      >
        <LinkTable links={detail.links} />
      </Section>
      <Section title="以往决定">
        <Timeline
          steps={detail.decisions.map((one, index) => ({
            key: `${one.at} ${index}`,
            tone: linkDecisionTags[one.decision].tone,
            title: `${linkDecisionTags[one.decision].name} ${thousands(one.linkCount)} 条（${one.staffName ?? '自动'}）`,
            at: one.at,
            children: `${one.accountName}${one.reason ? `：${one.reason}` : ''}`,
          }))}
        />
        {detail.decisions.length === 0 ? <p className={`${layout.flush} ${layout.faint}`}>还没有对这个域名做过决定。</p> : null}
      </Section>
    </>
  )
}

/** Rare acts share one menu where space is short. */
function Acts({
  place,
  isBusy,
  isSettled,
  isGone,
  ...acts
}: HostActs & { place: { index: number; of: number } | null; isBusy: boolean; isSettled: boolean; isGone: boolean }) {
  const isNarrow = useMedia('(max-width: 767px)')
  const isOff = isGone || isBusy
  const rare: (RowAction & { key: string; title?: string })[] = [
    { label: '封禁域名', key: 'B', isDanger: true, onClick: acts.onBlock },
    { label: '信任域名', key: 'T', onClick: acts.onTrust },
  ]
  if (acts.onPassHost)
    rare.push({
      label: '此客户免审',
      key: 'H',
      title: '这个客户以后指向该域名的短链接不再审核',
      onClick: acts.onPassHost,
      refusedBecause: isOff ? '没有可处理的短链接' : null,
    })
  return (
    <footer className={style.acts} data-foot>
      <span>
        <Button data-review="previous" onClick={acts.onPrevious} disabled={!place || place.index === 0}>
          上一个<kbd>K</kbd>
        </Button>
        <Button data-review="next" onClick={acts.onNext} disabled={place !== null && place.index + 1 >= place.of}>
          下一个<kbd>J</kbd>
        </Button>
      </span>
      <span>
        {isNarrow ? (
          <ButtonMenu menu={{ items: menuItems(rare) }}>
            <Button>更多</Button>
          </ButtonMenu>
        ) : (
          rare.map(({ label, key, title, onClick, isDanger = false, refusedBecause }) => (
            <Button key={label} danger={isDanger} onClick={onClick} disabled={Boolean(refusedBecause)} title={title}>
              {label}
              <kbd>{key}</kbd>
            </Button>
          ))
        )}
        <Button data-review="reject" danger onClick={acts.onReject} disabled={isOff}>
          拒绝<kbd>R</kbd>
        </Button>
        <Button data-review="pass" type="primary" aria-disabled={!isSettled} onClick={acts.onPass} disabled={isGone} loading={isBusy}>
          通过<kbd>A</kbd>
        </Button>
      </span>
    </footer>
  )
}
