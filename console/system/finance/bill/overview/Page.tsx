import { Button } from 'antd'
import { routes } from '#console/routes.tsx'
import { useReachable } from '#console/shared/PageLink.tsx'
import { billCalls, billDocumentRoute } from '#contract/billing/bill.ts'
import { queryString, useCall } from '#ui/call.ts'
import { Panels } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { printPage } from '#ui/list/printed-rows.ts'
import { useUrlState } from '#ui/url-state.ts'
import { monthName } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import { pathTo } from '../../../../paths.ts'
import { MonthChoice } from '../../ui/MonthChoice.tsx'
import { Month } from './Month.tsx'
import { MonthTable, MonthTrend } from './Months.tsx'

/** 账单总览: a year of months, and a summary of one. */
export function Page() {
  const [{ month: chosen }, setView] = useUrlState({ month: '' })
  const month = chosen || chinaMonth(new Date())
  const months = useCall(billCalls.months, {})
  const bill = useCall(billCalls.overview, { month })
  const isReachable = useReachable()
  const choose = (next: string) => setView({ month: next })
  if (months.error && !months.data) return <PageFailure page="账单总览" query={months} />
  if (!months.data) return <PageSkeleton />
  return (
    <>
      <PageHead
        title="账单总览"
        note={routes['/system/finance/bill/overview'].note}
        action={
          <>
            <MonthChoice months={months.data.months} month={month} onChange={choose} />
            {(['pdf', 'xlsx'] as const).map(format => (
              <Button key={format} href={billDocumentRoute.path + queryString({ month, format })} download>
                {format === 'pdf' ? '下载PDF' : '下载Excel'}
              </Button>
            ))}
            <Button onClick={() => void printPage()}>打印</Button>
            {isReachable('/system/finance/invoice/create') ? (
              <LinkButton to={pathTo('/system/finance/invoice/create')}>去开票</LinkButton>
            ) : null}
          </>
        }
      />
      <Panels layout="one">
        <MonthTrend months={months.data.months} />
      </Panels>
      {bill.error && !bill.data ? (
        <ErrorPanel
          title={`${monthName(month)}的账单没能加载`}
          goneTitle={`${monthName(month)}没有账单`}
          error={bill.error}
          onRetry={() => void bill.refetch()}
        />
      ) : bill.data ? (
        <Month bill={bill.data} />
      ) : (
        <PageSkeleton />
      )}
      <Panels layout="one">
        <MonthTable months={months.data.months} month={month} onChoose={choose} />
      </Panels>
    </>
  )
}
