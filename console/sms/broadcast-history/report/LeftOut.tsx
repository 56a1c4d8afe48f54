import { refusedRowsRoute } from '#contract/recipients/upload.ts'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import type { ReportFacts } from './facts.ts'

/** Rows that were excluded before sending, by reason, if any; the file names the reason of each. */
export const LeftOut = ({ one: { leftOut }, uploadId }: { one: Pick<ReportFacts, 'leftOut'>; uploadId: string | null }) =>
  leftOut.length > 0 ? (
    <Panels>
      <Panel
        title="没有发送的行"
        action={
          uploadId ? (
            <a href={`${refusedRowsRoute.path}?uploadId=${uploadId}`} download>
              下载号码和原因
            </a>
          ) : null
        }
      >
        <RankedBars bars={leftOut.map(({ reason, rowCount }) => ({ key: reason, label: reason, count: rowCount }))} emptyText="" />
      </Panel>
    </Panels>
  ) : null
