import { Alert } from 'antd'
import { useMe } from '#admin/session.ts'

/** Warns before a request that nobody can approve it. */
export const NoChecker = () =>
  useMe().data?.hasChecker === false ? (
    <Alert
      type="warning"
      showIcon
      title="目前没有其他可以复核的人员，申请会一直等待。请先由管理员在“员工”中添加或启用一位财务、运维或管理员。"
      style={{ marginBottom: 16 }}
    />
  ) : null
