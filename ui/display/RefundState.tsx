import { refundStateTags } from '#ui/labels/payments.ts'
import { Moment } from './Moment.tsx'
import { State } from './StateTag.tsx'

/** State of one refund of a withdrawal, and when it was settled. */
export const RefundState = ({
  refund: { state, settledAt },
}: {
  refund: { state: keyof typeof refundStateTags; settledAt: string | null }
}) => (
  <>
    <State tag={refundStateTags[state]} />
    {settledAt ? (
      <div>
        <Moment at={settledAt} />
      </div>
    ) : null}
  </>
)
