import { Alert, Button } from 'antd'
import style from '#admin/ui/Review.module.css'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { attestationSubjects } from '#contract/account/attestation-form.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import type { AttestationRow } from './attestation.ts'
import { Comparison } from './Comparison.tsx'

interface AttestationItemProps {
  row: AttestationRow
  /** Somebody decided it, or the customer withdrew it. */
  isGone: boolean
  place: { index: number; of: number } | null
  isBusy: boolean
  /** It was visible for a moment: before that it can't be approved, and its button says so. */
  isSettled: boolean
  onNext: () => void
  onPrevious: () => void
  onApprove: () => void
  onReject: () => void
}

/**
 * One waiting submission: typed fields beside the documents, the results of automatic checks, and others with the same
 * identity.
 */
export function AttestationItem({ row, isGone, place, isBusy, isSettled, ...acts }: AttestationItemProps) {
  const { accountId, attestationId } = row
  const query = useCall(adminAttestationCalls.one, { accountId, attestationId })
  const detail = query.data
  return (
    <>
      <header className={style.head}>
        <h2>
          {row.name}（{attestationSubjects[row.subject].name}
          {row.isChange ? '，变更' : ''}）
        </h2>
        <span className={style.place}>{place ? `第 ${place.index + 1} / ${place.of} 份` : '已不在队列'}</span>
      </header>
      {isGone ? (
        <Alert type="warning" showIcon title="这一份已由他人处理，或被客户撤回，不能再决定。" className={layout.below12 ?? ''} />
      ) : null}
      {query.error && !detail ? (
        <ErrorPanel title="认证资料没能加载" error={query.error} onRetry={() => void query.refetch()} />
      ) : detail ? (
        <Comparison detail={detail} />
      ) : null}
      <footer className={style.acts} data-foot>
        <span>
          <Button data-review="previous" onClick={acts.onPrevious} disabled={!place || place.index === 0}>
            上一份<kbd>K</kbd>
          </Button>
          <Button data-review="next" onClick={acts.onNext} disabled={place !== null && place.index + 1 >= place.of}>
            下一份<kbd>J</kbd>
          </Button>
        </span>
        <span>
          <Button data-review="reject" danger onClick={acts.onReject} disabled={isGone || isBusy || !detail}>
            驳回<kbd>R</kbd>
          </Button>
          <Button
            data-review="pass"
            type="primary"
            aria-disabled={!isSettled}
            onClick={acts.onApprove}
            disabled={isGone || !detail}
            loading={isBusy}
          >
            通过<kbd>A</kbd>
          </Button>
        </span>
      </footer>
    </>
  )
}
