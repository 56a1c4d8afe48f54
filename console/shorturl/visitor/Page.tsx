import { Suspense } from 'react'
import { Navigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { visitCalls } from '#contract/links/visit.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { pathTo } from '../../paths.ts'
import { UnitsNote } from '../ui/UnitsNote.tsx'
import { Statistics } from './Statistics.tsx'
import { SubjectBar } from './SubjectBar.tsx'
import { SubjectLine } from './SubjectLine.tsx'
import { firstView, noFilter, refreshMs, subjectOf, youngDays } from './view.ts'

const NoVisits = lazyPart('NoVisits', () => import('./NoVisits.tsx'))

/** 访客统计: visits of a link, a group of links, a broadcast's links or all, by place and device. */
export function Page() {
  const list = useListState(noFilter)
  const [{ id }] = useUrlState({ id: '' })
  const [view, setView] = useUrlState(firstView)
  const of = subjectOf(list.values)
  const subject = useCall(visitCalls.subject, of, { refetchInterval: refreshMs })
  const known = subject.data
  const ownDays = youngDays(list.values, known, new Date())
  // The name that a link has in the addresses of other pages.
  if (id !== '') return <Navigate to={pathTo('/shorturl/visitor', { link: id })} replace />
  return (
    <>
      <PageHead title="访客统计" note={routes['/shorturl/visitor'].note} />
      <UnitsNote />
      <SubjectBar
        values={list.values}
        subject={known}
        isYoung={ownDays !== null}
        showsBots={view.bots === '1'}
        onChange={change => list.change(change)}
        onBots={isOn => setView({ bots: isOn ? '1' : '' })}
      />
      {known?.link ? <SubjectLine link={known.link} linkId={list.values.link} /> : null}
      {subject.error && !known ? (
        <ErrorPanel
          error={subject.error}
          onRetry={() => void subject.refetch()}
          title="统计没能加载"
          goneTitle={list.values.link === '' ? '统计的对象不存在' : '这个短链不存在'}
          action={<LinkButton to="/shorturl/visitor">查看全部短链</LinkButton>}
        />
      ) : known && !known.hasVisits ? (
        <Suspense>
          <NoVisits subject={known} onRefresh={() => void subject.refetch()} />
        </Suspense>
      ) : (
        // A new subject remounts it, so that no old data appears under its name.
        <Statistics
          key={JSON.stringify(of)}
          list={{ ...list, values: { ...list.values, ...ownDays } }}
          subject={known}
          view={view}
          setView={setView}
        />
      )}
    </>
  )
}
