import { Alert, Button } from 'antd'

/** What stands in the address and can't be asked for has no part in the search, and is told. */
export function UnusedFilters({ problems, onReset }: { problems: string[]; onReset: () => void }) {
  if (problems.length === 0) return null
  return (
    <Alert
      banner
      type="warning"
      title={`部分筛选条件没有生效：${problems.join('；')}。`}
      action={
        <Button size="small" onClick={onReset}>
          清除筛选
        </Button>
      }
    />
  )
}
