import { Button } from 'antd'
import { useState } from 'react'
import { adminSenderRegistrationCalls, senderRegistrationFileRoute } from '#contract/sender-registration/admin-sender-registration.ts'
import { State } from '#ui/display/StateTag.tsx'
import { Table } from '#ui/display/Table.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { TableFilePicker } from '#ui/form/TableFilePicker.tsx'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './SenderRegistration.module.css'
import { type ReadFile, senderRegistrationAnswers } from './sender-registration.ts'

const sample = {
  name: '报备结果模板',
  rows: [
    ['签名', '账户编号', '运营商', '结果', '原因'],
    ['云栈集市', '', '移动', '成功', ''],
    ['云栈集市', '', '广电', '失败', '授权书不清晰，请重新上传'],
  ],
}

/** 导入结果: a file of the carriers' answers is previewed, then applied at once. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const act = useDialogAct(adminSenderRegistrationCalls.apply, {
    invalidates: senderRegistrationAnswers,
    done: ({ changedCount }) => `已导入 ${changedCount} 行报备结果`,
    onClose,
  })
  const changes = file?.rows.flatMap(row => (row.change ? [row.change] : [])) ?? []
  return (
    <Dialog
      open
      width={880}
      title="导入报备结果"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={changes.length === 0}
            loading={act.isPending}
            onClick={() => file && act.mutate({ fileName: file.fileName, changes: changes.map(({ before: _, ...change }) => change) })}
          >
            {changes.length === 0 ? '导入' : `导入 ${changes.length} 行`}
          </Button>
        </>
      }
    >
      <TableFilePicker
        route={senderRegistrationFileRoute}
        hint={`须有“签名”“运营商”“结果”三列；“账户编号”也可以写客户名称；失败的须写“原因”。一次最多 ${limits.senderRegistrationFileRows} 行。`}
        sample={sample}
        onRead={answer => {
          act.reset()
          setFile(answer)
        }}
      />
      {file ? <Preview file={file} changeCount={changes.length} /> : null}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}

function Preview({ file, changeCount }: { file: ReadFile; changeCount: number }) {
  const skippedCount = file.rows.length - changeCount
  // Rows with problems come first.
  const rows = [...file.rows].sort((a, b) => Number(a.problem === null) - Number(b.problem === null))
  return (
    <section aria-label="文件内容">
      <p className={`${layout.flush} ${layout.above12} ${layout.below8}`} aria-live="polite">
        {file.fileName}：共 {file.rows.length} 行，<b>{changeCount}</b> 行可以导入
        {skippedCount > 0 ? (
          <>
            ，<b className={layout.bad}>{skippedCount}</b> 行不导入
          </>
        ) : null}
        。
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={style.scroll} aria-label="各行" tabIndex={0}>
        <Table
          className={style.table}
          rows={rows}
          rowKey={row => String(row.line)}
          columns={[
            { title: '行', render: row => row.line },
            { title: '签名', render: row => row.given.signature || '–' },
            { title: '客户', render: row => row.accountName ?? (row.given.account || '–') },
            { title: '运营商', render: row => row.given.carrier || '–' },
            {
              title: '结果',
              render: row => (row.change ? <State tag={senderRegistrationStateTags[row.change.state]} /> : row.given.result || '–'),
            },
            {
              title: '说明',
              render: row =>
                row.problem === null ? (
                  row.given.reason || `原为“${senderRegistrationStateTags[row.change!.before].name}”`
                ) : (
                  <span className={row.isSame ? layout.faint : layout.bad}>{row.problem}</span>
                ),
            },
          ]}
        />
      </section>
    </section>
  )
}
