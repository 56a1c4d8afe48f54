import { ExportList } from '#console/shared/export/ExportList.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useMay } from '../../session.ts'

/** 短信导出中心: exports of the message lists. */
export function Page() {
  const mayWrite = useMay('export.write')
  return (
    <ExportList
      title="短信导出中心"
      beginning={{
        text: mayWrite
          ? '在发送记录、收到的回复等列表上方点“导出”，文件会在这里生成，进度随时可见，7天内可下载。'
          : '账户里有导出权限的成员导出列表后，文件会出现在这里。',
        action: mayWrite ? (
          <LinkButton to="/sms/delivery" type="primary">
            去发送记录导出
          </LinkButton>
        ) : null,
      }}
    />
  )
}
