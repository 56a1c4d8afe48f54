import { ExportList } from '#console/shared/export/ExportList.tsx'
import { useReachable } from '#console/shared/PageLink.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** 账户导出中心: every export of the account's lists. */
export function Page() {
  const isReachable = useReachable()
  return (
    <ExportList
      title="账户导出中心"
      beginning={{
        text: '在收支明细等列表上方点“导出”，文件会在这里生成，进度随时可见，7天内可下载。',
        action: isReachable('/system/finance/transaction') ? (
          <LinkButton to="/system/finance/transaction" type="primary">
            去收支明细导出
          </LinkButton>
        ) : null,
      }}
    />
  )
}
