import { refusedRowsRoute } from '#contract/recipients/upload.ts'
import { Panel } from '#ui/Panel.tsx'
import { RankedBars } from '#ui/RankedBars.tsx'
import type { ReportFacts } from './facts.ts'

/** Rows that were excluded before sending, by reason; the file names the reason of each. */
export const LeftOut = ({ one, uploadId }: { one: Pick<ReportFacts, 'leftOut' | 'leftOutCount'>; uploadId: string | null }) => (
  <Panel
    title="没有发送的行"
    action={
      uploadId && one.leftOutCount > 0 ? (
        <a href={`${refusedRowsRoute.path}?uploadId=${uploadId}`} download>
          下载号码和原因
        </a>
      ) : null
    }
  >
    <RankedBars
      bars={one.leftOut.map(({ reason, rowCount }) => ({ key: reason, label: reason, count: rowCount }))}
      emptyText="文件中没有未通过的行"
    />
  </Panel>
)
