import { Alert, Button } from 'antd'

/** Invalid values in the address are ignored by the search, and listed. */
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
